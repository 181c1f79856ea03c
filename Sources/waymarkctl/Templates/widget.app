# The manifest of the app: who it is, and what the person reads before deciding. Its form is in waymark.app(5).

[App]
Identifier=@APP@
Name=@NAME@
WhenInUsePurpose=Shows where you are.

[Extension widgets]
Kinds=@NAME@
WantsLocation=yes

[Kind @NAME@]
Name=@NAME@
Description=Where this machine is.
Families=inline small
