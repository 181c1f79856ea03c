print("waymarkctl")
