#!/bin/sh
# Serves the widget. Whenever a timeline is wanted, it runs this again, and shows what it prints.
[ -n "$WAYMARK_REASON" ] || exec waymarkctl provide @APP@ @NAME@ -- "$0"

# In a gallery, sample data is shown.
[ "$WAYMARK_REASON" != snapshot ] || { echo "52.5163 13.3777"; exit; }
case $WAYMARK_ABSENCE in
"") echo "$WAYMARK_LATITUDE $WAYMARK_LONGITUDE" ;;
unauthorized) echo "not allowed to know" ;;
*) echo "do not know yet" ;;
esac
