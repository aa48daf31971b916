import { wordSet } from './word-set.js';

/** The commonest function words of German, French, Spanish, Italian, Portuguese and Dutch that are no words of English. */
export const functionWords = wordSet(`
  aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei damit dann das dass dein dem den denn der des dich die
  dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines endlich er es etwas euch für gar gegen geht
  gibt ging haben habe hast hatte hatten hat heute hier hin ich ihm ihn ihnen ihr ihre ihren im immer in ins ist ja jede jeden jeder jetzt kann kein
  keine keinen können lange machen mal man mehr mein meine meinem meinen meiner mich mir mit muss nach nicht nichts noch nun nur ob oder ohne
  schon sehr seid sein seine seinen sich sie sind so soll sondern über überall um und uns unser unsere unter viel viele vom von vor war waren warum
  weg weil wenn wer werden wie wieder will wir wird wo wurde zu zum zur zwei zwischen zwölf diesmal gestern morgen wegen wenig wirklich
  au aux avec ce ces cette comme dans de des du elle elles en est et eu fait il ils je la le les leur lui mais me même mes mon ne nous ont ou où par
  pas plus pour qu que qui sa sans se ses son sont sur ta te tes toi ton très tu un une vous y été être à
  al algo como con cuando de del desde donde el ella ellos en entre era es esa ese eso esta está este esto fue ha hay la las le les lo los más me mi mis
  muy nada ni no nos o para pero por porque qué se ser si sin sobre su sus también te tiene todo un una uno y ya yo
  ai alla alle allo anche che chi ci col come con cosa da dal dalla dei del della delle di dove è ed gli ha hanno ho il io la le lei lo loro lui ma mi
  mia mio molto nei nel nella non per perché più poi quando quella quello questa questo se sei si sono sua suo sul sulla ti tra tu tutto un una uno
  ao aos as até com da das de dela dele depois do dos e ela ele em era essa esse está eu foi há isso já lhe mais mas me meu minha muito na não nas nem
  no nos o os ou para pela pelo por quando que quem se sem ser seu sua são também te tem um uma você à às
  aan al alles als altijd andere ben bij daar dan dat de deze die dit doch doen door dus een eens en er ge geen haar had heb hebben heeft hem het hier
  hij hoe hun iets ik is ja je kan kon maar meer men met mij mijn moet na naar niet niets nog nu om omdat ons ook op over reeds te tegen toch toen tot
  uit uw van veel voor waren was wat we wel werd wezen wie wij wil worden zal ze zei zelf zich zij zijn zo zonder zou`);
