import { wordSet } from './word-set.js';

/**
 * English words that say nothing of what a text is about: function words, verbs of doing and saying, times and amounts.
 * Those of other languages are `functionWords`, or are left out where they are common.
 */
export const genericWords = wordSet(`
  a about above across after again against ago all almost along already also although always am an and another any anyone anything are around as
  at away back be became because become been before behind being below beside besides between both but by can can't cannot could couldn't did didn't
  do does doesn't doing don't done down during each either else enough even ever every everybody everyone everything few finally first for from
  further get gets getting give given gives giving go goes going gone got had hadn't half has hasn't have haven't having he he's her here hers
  herself him himself his how however i i'd i'll i'm i've if in instead into is isn't it it'd it's its itself just keep keeps kept knew know known
  knows last late lately later least less let let's like little long longer look looked looking looks lot lots made make makes making many may
  maybe me mean means meant might mine more most mostly much must my myself near nearly need needed needs neither never next no nobody none nor not
  nothing now of off often old on once one ones only onto or other others otherwise our ours out over own per perhaps put puts quite rather
  really right round said same saw say says second see seem seemed seems seen several shall she she's should shouldn't since so some somebody
  someone something sometimes soon still such take taken takes taking tell than that that's the their theirs them themselves then there there's
  these they they'd they'll they're they've thing things think thinks third this those though thought three through till to together told too
  took toward towards tried tries try trying turn turned turns two under until up upon us use used uses using usual usually very want wanted
  wants was wasn't way ways we we'd we'll we're we've well went were weren't what what's when where whether which while who who's whole whom whose
  why will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself
  added asked asking ask began begin begins begun brought bring brings came come comes coming decided decide ended ends end fetched felt feel feels
  feeling found find finds happened happen happens held hold holds left leave leaves leaving moved move moves paid pay pays ran run runs running
  sat sent send sends set sets started starts start stopped stop stops talked talk talks went wrote write writes written show showed shows
  better best worse worst big bigger small smaller new newer good bad great nice fine full empty early earlier able kind sort bit less
  four five six seven eight nine ten eleven twelve dozen hundred thousand twenty thirty forty fifty sixty percent number
  day days week weeks weekend month months year years hour hours minute minutes morning mornings afternoon afternoons evening evenings noon
  midnight today tonight tomorrow yesterday daily weekly monthly time times o'clock date moment
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  january february march april june july august september october november december
  user users note notes noted mention mentioned mentions`);
