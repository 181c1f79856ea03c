// Coordinates, instants and the person's choices are the service's own words and appear in this library's
// signatures; whoever imports it would otherwise have to know and import the module that happens to hold them.
@_exported public import LocationModel
