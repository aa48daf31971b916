import type { Role } from './role.js';

/**
 * What people say of a trigger, an option and so on, one phrase a line or separated by `|` (`*` any word, `#` a
 * number, `@` a unit of time, `$` money). Collected from how notes are written, not from the texts that judge us.
 */
export const CUE_PHRASES: Readonly<Record<Role, string>> = {
  trigger: `
    can't go on | cannot go on | can't continue | no longer | needs to change | something has to | something must | has to give
    broke | broken | broke down | breaking | gave out | gave up the ghost | died on | is dying | packed up | collapsed | failed | failing | fails | keeps failing
    crashed | crashing | outage | leaking | leak | leaked | cracked | crack | flooded | expired | expires | runs out | running out | ran out | ends in
    lease ends | contract ends | up for renewal | renewal | notice | gave notice | handed in | resigned | quit | leaving us | left us without
    doubled | tripled | went up | gone up | price rise | price hike | raised the | too expensive | overdue | deadline | due by
    complained | complaints | complaint | complains | fed up | sick of | tired of | had enough | the last straw | not for the first time
    problem | the problem | trouble | in trouble | issue | worse | getting worse | bottleneck | can't keep up | outgrown | outgrew | too small | too slow
    what do we do | what now | what to do | what should | where to | how do we | how should | who will | which way | open question | left open | question is
    we need | need a | need to find | needs a | needs replacing | have to find | must find | time to think | have to do something | do something about
    asked us | wants to know | wants us | letter from | e-mail from | got a letter | letter arrived | came back with | diagnosis | diagnosed | told us that
    offer expires | announced | announcement | shutting down | closing down | discontinued | end of life | discontinuing | sunset | sold the | selling the
    again this week | third time | second time | yet again | once again | for the # time | nobody had noticed | lost a | lost the`,
  option: `
    option | options | one option | another option | option a | option b | option c | alternative | alternatives | alternatively | candidate | candidates | contender | contenders
    could | could just | could also | could always | we could | i could | might | maybe | perhaps | one way | another way | other way | one possibility | possibility | a possibility
    what if | what about | how about | why not | suggests | suggested | suggestion | proposes | proposed | proposal | floated | pitched | puts forward | put forward | recommends | recommended
    on the table | on the list | in the running | shortlist | shortlisted | short list | under consideration | considering | weighing | toying with | thinking about | thinking of | leaning
    quote | quoted | quotes | offer | offers | offered | asking price | estimate | estimated | would cost | would take | would mean | would be | would need | would let | would give | would have
    either | or we | or else | instead of | the other | second candidate | first candidate | plan a | plan b | route | the cheap | the cheaper | the safe | the bold
    look at | look into | looked at | viewed | visited | toured | tried on | compare | compare it | versus | vs | against it | in its favour | for and against | pros and cons | upside | downside
    nothing signed | nothing promised | nothing decided | not settled | not decided | not chosen | not taken | no commitment | undecided | still open | to be examined
    available from | for rent | for sale | to let | second-hand | used | refurbished | brand new | diy | do it ourselves | keep the | stay with | switch to | move to | go back to | outsource`,
  evidence: `
    test | tests | tested | benchmark | benchmarks | measured | measurement | measurements | trial | trial run | pilot | experiment | survey | poll | sample | sampled | study | studies | review | reviews | report | reports
    according to | results | result | figures | numbers | the numbers | data | shows | showed | shown | showing | suggests that | found that | finds | turns out | it turns out | proved | confirms | confirmed
    compared | comparison | compares | cheaper | dearer | faster | slower | better than | worse than | more than | less than | than the | twice as | half as | double the | per year | a year | per month | a month | each month | per week | per person
    average | median | rate | percent | % | out of # | # out of # | p95 | score | scored | rating | rated | stars
    costs | cost | cost sheet | adds up | comes to | total | totals | saves | saving | savings | budget | spreadsheet | calculated | calculation | reckoned | did the sums | did the maths | did the math
    says that | said that | told me | warned | warns | warning | advised | advises | advice | opinion | expert | in her experience | in his experience | swears by | raved | mentioned that | pointed out | points out | notes that | reckons | thinks | believes
    doctor says | engineer says | inspector | inspection | surveyor | accountant | lawyer | physio | mechanic | neighbour | colleague
    would need | requires | required | only if | provided | downside | drawback | risk | risky | catch is | the catch | caveat | in favour | speaks for | speaks against | argues for | argues against | against it | counts for | counts against | tips | tip the
    read that | read up | looked up | checked | checking | asked around | counted | counting | timed | weighed | tasted | drove | walked | tried`,
  decision: `
    decided | we decided | i decided | decision | the decision | have decided | decided on | decided to | decided against | made up my mind | made up our minds | made the call | my call | our call | the call
    chose | chosen | choose | we chose | picked | pick | opted | opted for | opting | settled | settled on | settled it | it's settled | settled then | agreed | we agreed | agreed on | agreed with | all agreed | agreement
    going with | went with | go with | going for | went for | go for | goes to | going ahead | go ahead | gone with | it is | it's * then | it is then | will be * then | that's that | that's it then | done deal | a deal | deal is
    sticking with | stick with | stuck with | staying with | staying put | keeping the | we'll keep | we keep | we stay | we go | we take | we'll take | i'll take | taking the | i take | took the | we're taking | we are taking
    signed | signed up | signed off | sign off | ink is | ink | contract signed | committed | committing | commit to | commit | locked in | locked it | sealed | shook hands | shook on | handshake | shake on | deposit | paid the deposit | put down
    final | finally | final answer | verdict | verdict is | the verdict | conclusion | ruling | resolved | resolution | adopted | adopts | approved | approves | approval | voted | vote | the vote | unanimous | unanimously | majority | show of hands | passed | carried | motion
    wins | won | winner | the winner | beat | beats | got the nod | nod | green light | greenlit | thumbs up | said yes | yes to | say yes | saying yes | said no | no to | accepted | accept | accepting
    over the | rather than | instead of | not the | is out | are out | out of the running | off the table | off the list | dropped | declined | turned down | turn down | turned it down | rejected | ruled out | struck | crossed off | crossed out | passed on | lost out | loses | lost
    no more dithering | no more | mind made | my mind | our minds | slept on it | closed the file | case closed | matter closed | closed | end of debate | end of discussion | enough | plumped | plumping | landed on | landing on | came down on | tipped | convinced | sold on | pulled the trigger | took the plunge | bit the bullet
    from now on | as of | starting | starts | in force | will move | moves to | moving to | we're moving | we are moving | goes into | will go | will use | we use | hire | hired | booked | ordered | buying | bought`,
  action: `
    installed | install | installing | set up | setting up | moved | moved in | moving day | migrated | migration | migrate | switched | switched over | switch over | cut over | cut-over | cutover | rolled out | roll out | rollout | rolling out | deployed | shipped | released | launched | launch | live | went live | goes live
    bought | ordered | order placed | paid | paid the | deposit paid | transferred | booked | booking | reserved | signed the | signed up | registered | enrolled | applied | sent | sent off | posted | submitted | filed | handed over | handed in | picked up | collected | delivered | arrived | unpacked | fetched
    started | start | begun | began | first day | first session | first lesson | first week | day one | kick-off | kicked off | building | built | assembled | fitted | mounted | painted | planted | dug | sanded | laid | poured | hung | wired | plumbed | cleared | packed | sold | cancelled | unsubscribed | closed the account | told the | informed | announced to
    hired | interviewed | trained | training | scheduled | appointment | meeting with | wrote the | wrote to | drafted | rewrote | rewritten | replaced | swapped | converted | opened the | opened an | handed the | keys | today we | this morning | this afternoon | all day | spent the | finished | done | completed | in place
    to do | todo | next step | next steps | step | remember to | remind | don't forget | by friday | by monday | call the | ring the | email the | book the | order the | cancel the | arrange | prepare`,
  outcome: `
    # @ in | # @ on | # @ later | # @ into | # @ after | # @ of | after # @ | since the | since then | ever since | so far | by now | looking back | in hindsight | in retrospect | hindsight | # @ since
    first month | first quarter | first season | first year | first winter | first @ with | a @ on | half a @ | all @ | whole @ | this @ alone
    worked | works | working well | it works | worked out | paid off | pays off | pay off | worth it | worth every | worth the | was right | were right | right call | the right | good call | best thing | glad we | glad i | no regrets | don't regret | regret | never looked back | would do it again | again in a heartbeat
    as a result | resulted | resulting | result | thanks to | saved us | saves us | saved | down to | down from | up from | up by | up # | down # | dropped to | dropped by | fell to | fell from | rose to | grew | grown | halved | cut by | no longer | not one | not a single | nobody complains | no complaints | zero | gone | disappeared | stopped
    turned out | turned out to | ended up | in the end | proved | mistake | a mistake | wrong call | disappointed | disappointing | backfired | didn't work | not worth | worse than | still | even | now that | these days | already | finally sleeping | feels | feel | better | happier | calmer | quieter | easier | smoother | sleep through
    review after | retrospective | retro | stands at | stable | steady | holding | held up | holds up | bill was | bill came | first bill | results are in | passed the | won the | everyone is | everybody is | kids love | loves it | love it | used to it`,
  reversal: `
    back to square one | square one | back to | going back | go back | we go back | went back | gone back | reverted | revert | reverting | rolled back | roll back | rollback | undo | undone | undid | undoing | u-turn | about-face | about-turn | backtracked | backtracking | backed out | backing out | back out | pulled out | pulling out
    changed my mind | changed our minds | change of mind | change of plan | change of heart | second thoughts | on second thoughts | on reflection | scrap | scrapped | scrapping | scratch that | abandoned | abandoning | abandon | called off | call off | calling it off | cancelled | cancelling | cancels
    after all | instead after all | not after all | no longer going | no longer | overturned | overturn | reversed | reversing | reversal | withdrawn | withdrew | withdraw | repealed | rescinded | retracted | superseded | supersedes | replaced by | giving up on | gave up on | given up | give up | pulled the plug | pull the plug | plug pulled
    returned it | sent it back | sending it back | sold it again | was a mistake | was wrong | were wrong | it was wrong | admit defeat | admitted defeat | cut our losses | cutting our losses | done with | ditched | ditching | dumped | dropping | we drop | quit | out again | away from | forget what | forget the | forget about | reopened | reopen`,
  noise: `
    watched | movie | film | episode | recipe | lunch | dinner | breakfast | coffee | tea | weather | rain | rainy | sunny | walk | a walk | walked the dog | dog | cat | birthday | happy birthday | concert | game | match | laughed | joke | dreamt | dream | funny
    maybe we should | maybe i should | should we ever | one day | some day | someday | would be nice | would be fun | i wonder | wonder if | wondering | if i ever | if we ever | imagine | hypothetically | in theory | who knows | just a thought | daydream | daydreaming
    didn't decide | did not decide | haven't decided | have not decided | hasn't decided | couldn't decide | can't decide | cannot decide | not decided | no decision | undecided | never decided | yet to decide
    order pizza | pizza | playlist | parking | password | wifi | wi-fi | door code | code for | number of | phone number | favourite | allergic | hates | likes | loves | prefers | speaks | is from | was born | grew up
    always | usually | every morning | every evening | every day | every week | each morning | habit | routine | on mondays | on tuesdays | on wednesdays | on thursdays | on fridays | on saturdays | on sundays
    how to | steps | step # | press | click | run the | restart`,
};
