import Testing

@Suite("Layering") struct LayeringTests {}
