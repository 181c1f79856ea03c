import Testing

@testable import Board

@Suite("The tabs")
struct TabsTests {}
