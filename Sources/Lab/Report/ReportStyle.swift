/// The style of the page and its drawing, and the script that tells the reason of a mark.
enum ReportStyle {
    /// The policy of the page: its one style and its one script, by their SHA-256, and nothing else.
    ///
    /// So a script that got into the page by a mistake would not run. The test of it prints the sums after a change.
    static let policy =
        "default-src 'none'; style-src 'sha256-DSRq1J98Q0eCTLOnaeAAPtvi1iiUYxwrYdlE6MEgURI='; "
        + "script-src 'sha256-o63Vt91XO7OFriZ9WYjNLHi5ygy9ci4fTdTOIZfpm6Y='"

    /// Colours that differ also for people who cannot tell red from green (after Okabe and Ito).
    static let colours = """
        :root{--ground:#fff;--ink:#1b1f24;--faint:#6a737d;--line:#d8dde3;--lane:#f3f5f7;--view:#9cc9ec;--use:#dcecf8;\
        --pending:#e69f00;--track:#0072b2;--change:#d55e00;--on:#009e73}
        @media (prefers-color-scheme:dark){:root{--ground:#14181d;--ink:#e8edf2;--faint:#98a2ad;--line:#313a44;\
        --lane:#1c222a;--view:#2f6790;--use:#20384c;--track:#56b4e9;--change:#ff8c42;--on:#2fc79a}}
        @media print{:root{--ground:#fff;--ink:#000;--faint:#444;--line:#ccc;--lane:#f5f5f5;--view:#9cc9ec;--use:#dcecf8;\
        --track:#0072b2;--change:#d55e00;--on:#009e73}}

        """

    static let drawing = """
        .run text,.legend text{font:11px system-ui,sans-serif;fill:var(--ink)}
        .run .tick-label{fill:var(--faint)} .ground{fill:var(--ground)}
        .track{fill:none;stroke:var(--track);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
        .gap{stroke:var(--track);stroke-width:1.2;stroke-dasharray:2 5;opacity:.7}
        .accuracy{fill:var(--track);opacity:.06} .start{fill:var(--ink)}
        .scale{fill:none;stroke:var(--ink);stroke-width:1.2} .tick{stroke:var(--line)}
        .lane{fill:var(--lane)} .in-use{fill:var(--use)} .in-view{fill:var(--view)} .is-pending{fill:var(--pending)}
        .on{fill:var(--on)} .state-fixed{fill:var(--on)} .state-lost,.state-absent{fill:var(--change)}
        .state-connecting,.state-acquiring{fill:var(--pending)} .state-ended{fill:var(--faint)}
        .event{cursor:default;stroke:var(--ground);stroke-width:1} .event:focus{outline:2px solid var(--ink);outline-offset:1px}
        .change circle{fill:var(--change)} .run .change text{fill:#fff;font-size:9.5px;font-weight:600;stroke:none}
        .reload path{fill:var(--faint)} .reload.absent path{fill-opacity:.15;stroke:var(--faint);stroke-width:1.4}
        .significantChange path{fill:#d55e00;stroke:#d55e00} .locationAvailable path{fill:#009e73;stroke:#009e73}
        .authorizationChanged path{fill:#cc79a7;stroke:#cc79a7} .placed path{fill:#56b4e9;stroke:#56b4e9}
        .dateReached path,.timelineEnded path{fill:#e69f00;stroke:#e69f00}
        .requestedByProvider path{fill:#8a6bd1;stroke:#8a6bd1} .retry path{fill:#999;stroke:#999}
        .failure path{fill:none;stroke:#d1242f;stroke-width:2.4}

        """

    static let page = """
        body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:1100px;margin:1.5rem auto;padding:0 1rem}
        h1{font-size:1.5rem;margin:0} header p{color:var(--faint);margin:.2rem 0 1rem}
        .figures{display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;list-style:none;padding:0;margin:0 0 1rem}
        .figures b{font-size:1.15rem} svg.run{width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
        #reason{display:block;min-height:3em;padding:.5rem 0;font-variant-numeric:tabular-nums}
        .legend span{white-space:nowrap;margin-right:1em} .legend svg{height:1.1em;vertical-align:-.2em}
        table{border-collapse:collapse;width:100%;font-size:.85rem} caption{text-align:left;font-weight:600;padding:.4rem 0}
        th,td{text-align:left;vertical-align:top;padding:.15rem .8rem .15rem 0;border-top:1px solid var(--line)}
        td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums} details{margin:1rem 0} summary{cursor:pointer}
        @media print{#reason{display:none} body{max-width:none;margin:0} svg.run{break-inside:avoid}}

        """

    static let script = """
        const reason=document.getElementById('reason');
        const events=[...document.querySelectorAll('svg.run .event')];
        for(const event of events){
        const tell=()=>{reason.textContent=event.getAttribute('aria-label')};
        event.addEventListener('focus',tell);event.addEventListener('mouseenter',tell);}
        document.addEventListener('keydown',press=>{
        const index=events.indexOf(document.activeElement);if(index<0)return;
        const step={ArrowRight:1,ArrowDown:1,ArrowLeft:-1,ArrowUp:-1}[press.key];
        if(step&&events[index+step]){events[index+step].focus();press.preventDefault();}});
        """
}
