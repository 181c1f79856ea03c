/// The style of the page and its drawing, and the script that tells the reason of a mark.
enum ReportStyle {
    /// The policy of the page: its one style and its one script, by their SHA-256, and nothing else.
    ///
    /// So a script that got into the page by a mistake would not run. The test of it prints the sums after a change.
    static let policy =
        "default-src 'none'; style-src 'sha256-xfkIKmxpV9MqIlw1CalGiLt5BXogUJX2tAyWwrP4uOw='; "
        + "script-src 'sha256-10PURgVcg7xIYrsRgDRXKi7J4PoFT7CefDHjrjGXe+g='"

    /// Colours that differ also for people who cannot tell red from green; those of speed grow lighter as well.
    static let colours = """
        :root{--ground:#fff;--ink:#1b1f24;--faint:#5d6670;--line:#e3e7eb;--lane:#f3f5f7;--view:#9cc9ec;--use:#dcecf8;\
        --pending:#e69f00;--change:#c2410c;--on:#009e73;--sea:#d5e5ef;--land:#f6f4ee;--coast:#8aa5b5;--border:#a79a92;\
        --trip:#0072b2;--stay:#5b4b8a;--v0:#3a3fb0;--v1:#8a2fb0;--v2:#c9307f;--v3:#ec6a45;--v4:#f3a712}
        @media screen and (prefers-color-scheme:dark){:root{--ground:#14181d;--ink:#e8edf2;--faint:#98a2ad;--line:#2a323b;\
        --lane:#1c222a;--view:#2f6790;--use:#20384c;--change:#ff8c42;--on:#2fc79a;--sea:#0e1a24;--land:#232a31;\
        --coast:#4f6b7d;--border:#6b6260;--trip:#56b4e9;--stay:#a58fe0;--v0:#7c86ff;--v1:#b06cf0;--v2:#e86aa6;--v3:#ff8a5c;\
        --v4:#ffc94d}}

        """

    static let drawing = """
        .run text{font:12px system-ui,sans-serif;fill:var(--ink)} .run .title{font-size:17px;font-weight:600}
        .run .tick-label,.run .faint{fill:var(--faint)} .run .row{font-weight:600} .ground{fill:var(--ground)}
        .s{transform:scale(var(--mark,1))} .s text{paint-order:stroke;stroke:var(--land);stroke-width:3;stroke-linejoin:round}
        .sea{fill:var(--sea)} .land{fill:var(--land);fill-rule:evenodd} .lake{fill:var(--sea);fill-rule:evenodd}
        .coast,.border,.grid,.gap,.track,.distrusted,.speed,.error,.doubtful{fill:none;vector-effect:non-scaling-stroke}
        .coast{stroke:var(--coast);stroke-width:.8} .border{stroke:var(--border);stroke-dasharray:5 2 1 2}
        .grid{stroke:var(--ink);stroke-width:.6;opacity:.07}
        .track{stroke-width:3.2;stroke-linejoin:round;stroke-linecap:round;stroke:var(--trip)}
        .v0{stroke:var(--v0)} .v1{stroke:var(--v1)} .v2{stroke:var(--v2)} .v3{stroke:var(--v3)} .v4{stroke:var(--v4)}
        .gap{stroke:var(--faint);stroke-width:1.3;stroke-dasharray:2 5} .accuracy{fill:var(--trip);opacity:.05}
        .distrusted{stroke:#d1242f;stroke-width:9;opacity:.35} .doubtful{stroke:var(--faint)}
        .country text{fill:var(--faint);font-size:11px;letter-spacing:.14em} .place text{fill:var(--faint);font-size:11px}
        .place circle{fill:var(--faint)} .time text{font-size:10.5px} .time circle{fill:var(--ground);stroke:var(--ink)}
        .stay circle{fill:var(--stay);fill-opacity:.4;stroke:var(--stay)} .stayed{fill:var(--stay);fill-opacity:.55} .trip{fill:var(--trip)}
        .here{fill:var(--change);stroke:var(--ground);stroke-width:1.5}
        .scale{fill:none;stroke:var(--ink);stroke-width:1.2} .tick{stroke:var(--line)}
        .chart rect,.lane{fill:var(--lane)} .speed{stroke:var(--trip);stroke-width:1.3} .error{stroke:var(--faint);stroke-width:1.3}
        .in-use{fill:var(--use)} .in-view{fill:var(--view)} .is-pending{fill:var(--pending)}
        .on{fill:var(--on)} .state-fixed{fill:var(--on)} .state-lost,.state-absent{fill:var(--change)}
        .state-connecting,.state-acquiring{fill:var(--pending)} .state-ended{fill:var(--faint)} .distrust{fill:#d1242f;opacity:.5}
        .event{cursor:default} .event:focus{outline:2px solid var(--ink);outline-offset:1px}
        .end circle,.end rect{fill:var(--ink);stroke:var(--ground);stroke-width:1.5} .end text{font-weight:600}
        .change circle{fill:var(--change);stroke:var(--ground);stroke-width:1.2} .run .number{font-size:10.5px;fill:var(--change)}
        .bare{display:none} .event:hover .bare,.event:focus .bare{display:block}
        .trouble path{fill:#d1242f;stroke:var(--ground)} .run .trouble text{fill:#fff;font-weight:700;font-size:10px;stroke:none}
        .run.times .trouble text{fill:#d1242f}
        .reload circle{fill:var(--faint);stroke:var(--ground)} .reload.absent circle{fill-opacity:.15;stroke:var(--faint);stroke-width:1.4}
        .significantChange circle{fill:#d55e00} .significantChange.absent circle{stroke:#d55e00}
        .locationAvailable circle{fill:#009e73} .locationAvailable.absent circle{stroke:#009e73}
        .authorizationChanged circle{fill:#cc79a7} .placed circle{fill:#56b4e9} .dateReached circle,.timelineEnded circle{fill:#e69f00}
        .requestedByProvider circle{fill:#8a6bd1} .retry circle{fill:#999} .run .failure text{fill:#d1242f;font-size:17px;font-weight:700}

        """

    static let page = """
        body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);max-width:1060px;margin:1.2rem auto;padding:0 1rem}
        h1{font-size:1rem;font-weight:600;color:var(--faint);margin:0} header p{color:var(--faint);margin:.2rem 0 1rem;font-size:.9rem}
        header .sentence{font-size:1.45rem;line-height:1.3;font-weight:600;color:var(--ink);margin:.1rem 0 .4rem;text-wrap:pretty}
        .map{position:relative;border-radius:10px;overflow:hidden;border:1px solid var(--line)}
        #map{display:block;width:100%;aspect-ratio:100/56;background:var(--sea);touch-action:pan-x pan-y} #map.near{touch-action:none;cursor:grab}
        .locator{position:absolute;right:10px;top:10px;width:150px;height:110px;border-radius:6px;border:1px solid var(--coast)}
        .locator.low{top:auto;bottom:28px} .tools{position:absolute;left:10px;top:10px;display:grid;gap:1px} .north{position:absolute;left:54px;top:12px}
        .tools button{font:600 20px/1 system-ui;width:36px;height:36px;border:1px solid var(--line);background:var(--ground);color:var(--ink);border-radius:6px}
        .map p{position:absolute;margin:0;font-size:11px;line-height:1.15;text-align:center;color:var(--ink);pointer-events:none} .map p.bar{left:12px;bottom:8px;font-size:12px}
        #bar{display:inline-block;height:5px;border:1.5px solid var(--ink);border-top:0} .map p.credit{right:10px;bottom:8px;color:var(--faint)} .map p.north{left:54px;top:12px}
        #reason{display:block;position:sticky;bottom:0;background:var(--ground);min-height:1.5em;padding:.4rem 0;font-variant-numeric:tabular-nums;font-size:.9rem;z-index:1}
        .times{display:block;overflow:visible} .times .row,.times .faint{font-size:12px}
        .legend{font-size:.85rem} .legend span{white-space:nowrap;margin-right:.6em} .legend svg{height:1.1em;vertical-align:-.2em}
        table{border-collapse:collapse;width:100%;font-size:.85rem} caption{text-align:left;font-weight:600;padding:.4rem 0}
        th,td{text-align:left;vertical-align:top;padding:.15rem .8rem .15rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere} .widgets th{white-space:nowrap}
        td:first-child{white-space:nowrap;font-variant-numeric:tabular-nums} details{margin:1rem 0} summary{cursor:pointer}
        @media (max-width:640px){body{margin:.6rem auto;padding:0 .7rem} header .sentence{font-size:1.2rem} #map{aspect-ratio:1}
        .times .odd,td:nth-child(3),th:nth-child(3){display:none} .locator{width:96px;height:70px} .locator text{display:none}}
        @media print{#reason,.tools{display:none} body{max-width:none;margin:0;font-size:12px} svg.run{break-inside:avoid} #map{max-height:38vh}}

        """

    static let script = """
        const find=id=>document.getElementById(id);
        const reason=find('reason');
        const events=[...document.querySelectorAll('svg.run .event[tabindex]')];
        for(const event of events){
        const tell=()=>{reason.textContent=event.getAttribute('aria-label')};
        event.addEventListener('focus',tell);event.addEventListener('mouseenter',tell);}
        document.addEventListener('keydown',press=>{
        const index=events.indexOf(document.activeElement);if(index<0)return;
        const step={ArrowRight:1,ArrowDown:1,ArrowLeft:-1,ArrowUp:-1}[press.key];
        if(step&&events[index+step]){events[index+step].focus();press.preventDefault();}});
        const map=find('map');
        if(map){
        const {meters,width,height}=map.dataset;
        const labels=[...map.querySelectorAll('.s>text')].map(text=>{
        const [x,y]=text.closest('[transform]').getAttribute('transform').match(/-?[\\d.]+/g).map(Number);
        return {text,x,y,isNumber:text.matches('.number'),isBare:text.matches('.bare'),side:text.getAttribute('text-anchor'),
        dx:+text.getAttribute('x'),dy:+text.getAttribute('y'),size:text.textContent.length*6.4};});
        let zoom=1,center=[0,0];
        const draw=()=>{
        const box=map.getBoundingClientRect();if(!box.width)return;
        const fit=Math.max(width/Math.max(box.width-(box.width>600?170:100),60),height/Math.max(box.height-90,60));
        const unit=fit/zoom,across=box.width*unit,down=box.height*unit;
        center=[[1400,across],[800,down]].map(([most,size],i)=>{const room=Math.max(most-size/2,0);return Math.min(Math.max(center[i],-room),room);});
        map.setAttribute('viewBox',`${center[0]-across/2} ${center[1]-down/2} ${across} ${down}`);
        map.style.setProperty('--mark',unit);map.classList.toggle('near',zoom>1);
        const long=110*unit*meters,power=10**Math.floor(Math.log10(long)),step=[5,2,1].map(n=>n*power).find(n=>n<=long);
        find('bar').style.width=`${step/meters/unit}px`;find('length').textContent=step>=1000?`${step/1000} km`:`${step} m`;
        const taken=[];
        for(const label of labels){
        // A label that would leave the map goes to the other side of its mark.
        const at=(label.x-center[0])/unit+box.width/2,isOut=label.side==='end'?at+label.dx-label.size<4:!label.side&&at+label.dx+label.size>box.width-4;
        const dx=isOut?-label.dx:label.dx,side=isOut?(label.side?'start':'end'):label.side;
        label.text.setAttribute('text-anchor',side??'start');label.text.setAttribute('x',dx);
        const left=label.x/unit+dx-({end:label.size,middle:label.size/2}[side]??0),top=label.y/unit+label.dy-11;
        const hits=taken.some(([x,y,w])=>left<x+w&&left+label.size>x&&top<y+14&&top+14>y);
        const bare=hits||label.isNumber&&zoom<1.9&&(label.isBare||unit>1.5);
        label.text.classList.toggle('bare',bare);if(!bare)taken.push([left,top,label.size]);}};
        const turn=(factor,x=.5,y=.5)=>{
        const box=map.viewBox.baseVal,before=zoom;zoom=Math.min(Math.max(zoom*factor,1),32);
        const share=1-before/zoom;center=[center[0]+(x-.5)*box.width*share,center[1]+(y-.5)*box.height*share];draw();};
        const place=event=>{const box=map.getBoundingClientRect();return [(event.clientX-box.x)/box.width,(event.clientY-box.y)/box.height];};
        find('nearer').addEventListener('click',()=>turn(2));find('farther').addEventListener('click',()=>turn(.5));
        map.addEventListener('dblclick',event=>turn(2,...place(event)));
        map.addEventListener('wheel',event=>{if(event.ctrlKey||event.metaKey){event.preventDefault();turn(1.002**-event.deltaY,...place(event));}},{passive:false});
        const fingers=new Map();
        const apart=()=>{const [a,b]=[...fingers.values()];return Math.hypot(a[0]-b[0],a[1]-b[1]);};
        map.addEventListener('pointerdown',event=>fingers.set(event.pointerId,place(event)));
        addEventListener('pointerup',event=>fingers.delete(event.pointerId));addEventListener('pointercancel',event=>fingers.delete(event.pointerId));
        map.addEventListener('pointermove',event=>{
        const last=fingers.get(event.pointerId);if(!last)return;const now=place(event),before=fingers.size===2&&apart();
        fingers.set(event.pointerId,now);
        if(before)turn(apart()/before);
        else if(zoom>1){const box=map.viewBox.baseVal;center=[center[0]-(now[0]-last[0])*box.width,center[1]-(now[1]-last[1])*box.height];draw();}});
        new ResizeObserver(draw).observe(map);draw();}
        """
}
