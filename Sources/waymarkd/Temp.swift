struct ReceiverURL: Equatable { init(_ s: String) throws { } }
