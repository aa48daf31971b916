/** How something is said; see `Manner`. */
export const MANNER_PHRASES: Readonly<Record<string, string>> = {
  question: '? | whether | wonder | wondering | does anyone | any idea',
  hypothetical: `maybe | perhaps | might | could | would | should | if | what if | suppose | imagine | possibly | one day | someday | some day
    hypothetically | in theory | were to | may | considering | thinking of | thinking about | toying with | tempted | ideally | wish | 'd`,
  negation: `not | no | never | nobody | nothing | none | neither | nor | without | can't | cannot | won't | don't | doesn't | didn't | isn't | wasn't | aren't
    weren't | haven't | hasn't | hadn't | couldn't | wouldn't | shouldn't | hardly | barely`,
  past: `was | were | had | did | went | got | took | bought | paid | signed | sent | came | made | told | said | gave | put | ran | left | lost | won | found | saw
    met | kept | cut | fell | rose | grew | wrote | drew | spoke | brought | thought | built | sold | spent | read | felt | began | broke | chose | hung | dug | shook | stood | sat | drove | flew | ate | has been | have been | has gone | i've | we've`,
  future: `will | 'll | i'll | we'll | it'll | they'll | won't | going to | tomorrow | tonight | next @ | next monday | next tuesday | next wednesday | next thursday | next friday | by monday | by friday
    plan to | planning to | planned for | scheduled | due | remember to | don't forget | until | by then | soon | upcoming`,
  money:
    '$ | euros | euro | pounds | dollars | bucks | krónur | kr | eur | usd | gbp | price | fee | rent | invoice | bill | budget | salary | deposit | grand | quid',
  comparison: `than | cheaper | dearer | better | worse | faster | slower | bigger | smaller | more | less | fewer | versus | vs | compared | twice | half | both | either | whereas | while the
    longer | shorter | lighter | heavier | quieter | louder | closer | further | safer | easier | harder | stronger | weaker | lower | higher`,
  elapsed: `# @ in | # @ on | # @ later | # @ into | # @ after | # @ of | # @ since | after # @ | since then | ever since | so far | by now | looking back | in hindsight
    last @ | this @ | past @ | first @ | second @ | third @ | a full @ | whole @ | every @ since | these days | meanwhile | already | still | yet`,
  speaker: "i | we | my | our | me | us | i'm | we're | i've | we've | i'd | we'd | i'll | we'll | myself | ourselves",
};
