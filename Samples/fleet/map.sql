-- The tracks of all machines as a picture: psql --tuples-only --no-align --file map.sql --output fleet.svg
with line as (
    select device, ST_Transform(ST_MakeLine(place order by happened), 3857) as path, count(*) as places from track
    group by device having count(*) > 1
), ending as (
    select ST_Transform(place, 3857) as place from latest
), frame as (
    select ST_Expand(ST_Extent(place)::geometry, 1000) as box from (
        select path as place from line union all select place from ending
    ) as everything
)
select format(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="%s %s %s %s"><rect x="%1$s" y="%2$s" width="100%%" height="100%%" fill="#f7f6f2"/>',
    ST_XMin(box), -ST_YMax(box), greatest(ST_XMax(box) - ST_XMin(box), 1), greatest(ST_YMax(box) - ST_YMin(box), 1))
from frame
union all
select format('<path d="%s" fill="none" stroke="hsl(%s, 60%%, 40%%)" stroke-width="%s"/>', ST_AsSVG(path, 0, 0),
    abs(hashtext(device)) % 360, ((ST_XMax(box) - ST_XMin(box)) / 900)::int) from line, frame
union all
select format('<circle cx="%s" cy="%s" r="%s" fill="#222"/>', ST_X(place)::int, -ST_Y(place)::int,
    ((ST_XMax(box) - ST_XMin(box)) / 400)::int) from ending, frame
union all
select '</svg>';
