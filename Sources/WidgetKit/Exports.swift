// As on Apple's platforms, importing this module brings Foundation.
@_exported public import Foundation

// The types of the library that are those of Apple's module. With an alias, code that sees only the members of what it
// imports (MemberImportVisibility, as Xcode sets for new projects) would not see theirs.
@_exported public import enum LocationModel.WidgetIcon
@_exported public import enum LocationModel.WidgetLink
@_exported public import enum LocationModel.WidgetTint
@_exported public import struct Waymark.TimelineReloadPolicy
@_exported public import enum Waymark.WidgetBundleBuilder
@_exported public import protocol Waymark.WidgetConfiguration
@_exported public import struct Waymark.WidgetContent
