import Combine
import CoreLocation

final class Screen: NSObject, ObservableObject, CLLocationManagerDelegate {
    @Published var place: CLLocation?
    @Published private(set) var title = "-"
    @Published var isNear = false
    private var subscriptions: Set<AnyCancellable> = []
    let manager = CLLocationManager()

    override init() {
        super.init()
        $place.compactMap { $0 }
            .removeDuplicates { $0.distance(from: $1) < 10 }
            .debounce(for: .milliseconds(500), scheduler: DispatchQueue.main)
            .map { String(format: "%.1f", $0.speed) }
            .receive(on: RunLoop.main)
            .assign(to: \.title, on: self)
            .store(in: &subscriptions)
        $place.map { $0 != nil }.assign(to: &$isNear)
        objectWillChange.sink { print("changes") }.store(in: &subscriptions)
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        place = locations.last
    }

    func address() -> Future<String, CLError> {
        Future { promise in
            promise(self.place.map { .success("\($0)") } ?? .failure(CLError(.locationUnknown)))
        }
    }

    func watch() async {
        for await place in $place.values { print(place as Any) }
    }

    func names() -> AnyPublisher<String, Never> {
        address().timeout(.seconds(5), scheduler: DispatchQueue.main, customError: { CLError(.network) })
            .handleEvents(receiveOutput: { print($0) }, receiveCompletion: { print($0) })
            .retryingOnce()
            .replaceError(with: "nowhere")
            .merge(with: Just("here"), Empty())
            .eraseToAnyPublisher()
    }

    func all() -> AnyPublisher<(String, [Double], Bool), Never> {
        let speeds = $place.map { $0?.speed }.replaceNil(with: 0)
        let averages = speeds.scan(0) { ($0 + $1) / 2 }.dropFirst().prefix(10).collect()
        return names().combineLatest(
            averages,
            $isNear.throttle(for: 1, scheduler: RunLoop.main, latest: true)
        )
        .share()
        .eraseToAnyPublisher()
    }
}

extension Publisher {
    fileprivate func retryingOnce() -> AnyPublisher<Output, CLError> {
        self.catch { _ in self }
            .mapError { _ in CLError(.network) }
            .flatMap { Just($0).setFailureType(to: CLError.self) }
            .eraseToAnyPublisher()
    }
}
