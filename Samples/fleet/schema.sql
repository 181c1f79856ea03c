-- What a collector stores: each message of each machine once, by the key that its outbox gave it.
create extension if not exists postgis;

create table message (
    device text not null,
    outbox text not null,
    sequence bigint not null,
    kind text not null,
    happened timestamptz not null,
    -- Later than it happened: the machine was offline, or the event waited for the service.
    written timestamptz,
    stored timestamptz not null default now(),
    place geometry(point, 4326),
    accuracy_68_m double precision,
    accuracy_95_m double precision,
    content jsonb not null,
    received integer not null default 1,
    -- Two machines use one outbox: one is a copy of the other's disk.
    differs boolean not null default false,
    primary key (device, outbox, sequence)
);
create index on message (device, happened desc);
create index on message using gist (place);

create table machine (
    device text primary key,
    is_online boolean not null,
    changed timestamptz not null default now()
);

-- The places of machines by their own time, whenever they arrived.
create view track as
select device, happened, kind, place, accuracy_68_m from message
where place is not null and kind in ('significantChange', 'arrival', 'departure', 'live');

create view latest as
select distinct on (device) device, happened, kind, place, accuracy_68_m from track
order by device, happened desc;

-- Numbers that an outbox gave and that are not here: dropped by a machine that was offline too long, or on their way.
create view gap as
select device, outbox, previous + 1 as first, sequence - 1 as last from (
    select device, outbox, sequence,
        lag(sequence, 1, 0::bigint) over (partition by device, outbox order by sequence) as previous
    from message
) as numbered
where sequence > previous + 1;

create view tally as
select count(*) as stored,
    coalesce(sum(received), 0) - count(*) as duplicates,
    (select coalesce(sum(last - first + 1), 0) from gap) as missing,
    (select count(*) from gap) as gaps,
    count(*) filter (where differs) as different,
    count(distinct device) as devices
from message;
