# The manifest of the board's own app, which draws the trace.

[App]
Identifier=org.waymark.board
Name=Waymark Board
WhenInUsePurpose=Draws where you have been in the last hours, on your board.
WhenInUsePurpose[de]=Zeichnet auf Ihrem Board, wo Sie in den letzten Stunden waren.

[Recognition]
Unit=waymark-board.service
