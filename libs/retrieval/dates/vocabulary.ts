import { folded, lowerCase } from '../text/folding.js';

/**
 * The words of dates. Names of months and weekdays and phrases such as "vor 3 Tagen" are those of the Unicode CLDR, which
 * Node.js carries; what it lacks is listed for the languages of `LANGUAGES`. All in lower case without accents.
 */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
/** Of these only the dates that give a month by its name. */
const MORE_LANGUAGES = ['pl', 'cs', 'sv', 'da', 'nb', 'fi', 'ro', 'hu', 'tr', 'ru', 'uk'];

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'weekend';

function plain(text: string): string {
  return lowerCase(text.replace(/['’]/g, ' ').replaceAll('.', '')).trim().split(/\s+/).map(folded).join(' ');
}

function listed<Value>(lists: readonly (readonly [words: string, value: Value])[]): ReadonlyMap<string, Value> {
  return new Map(lists.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)));
}

function namedMonths(languages: readonly string[], style: 'long' | 'short'): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
    const inDate = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month++) {
      const date = new Date(Date.UTC(2026, month - 1, 15));
      const part = inDate.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
      for (const name of [plain(part), plain(alone.format(date))]) {
        if (/^\p{L}{3,}$/u.test(name) && !names.has(name)) names.set(name, month);
      }
    }
  }
  return names;
}

/** Month names that mean nothing else where a preposition or a year stands beside them, to 1 to 12. */
export const longMonths: ReadonlyMap<string, number> = namedMonths([...LANGUAGES, ...MORE_LANGUAGES], 'long');

/** And those that mean a month beside a day only, such as "mar". */
export const months: ReadonlyMap<string, number> = new Map([
  ...listed<number>([
    ['sept', 9],
    ['mrz', 3],
    ['juin', 6],
  ]),
  ...namedMonths(LANGUAGES, 'short'),
  ...longMonths,
]);

function namedWeekdays(): Map<string, number> {
  const names = new Map<string, number>([
    ['mon', 0],
    ['tue', 1],
    ['tues', 1],
    ['wed', 2],
    ['thu', 3],
    ['thurs', 3],
    ['fri', 4],
  ]);
  for (const language of [...LANGUAGES]) {
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    for (let i = 0; i < 7; i++) {
      const [name = ''] = plain(format.format(new Date(Date.UTC(2026, 2, 16 + i)))).split('-');
      names.set(name, i);
    }
  }
  return names.set('sonnabend', 5);
}

/** 0 is Monday. Of the Portuguese "sexta-feira" the first word. */
export const weekdays: ReadonlyMap<string, number> = namedWeekdays();

/** The month in which each begins. */
export const seasons: ReadonlyMap<string, number> = listed([
  ['spring springtime fruhling fruhjahr printemps primavera lente voorjaar', 3],
  ['summer summertime sommer ete verano verao estate zomer', 6],
  ['autumn fall herbst automne otono outono autunno herfst', 9],
  ['winter wintertime hiver invierno inverno', 12],
]);

export const units: ReadonlyMap<string, Unit> = listed<Unit>([
  ['day days tag tage tagen jour jours dia dias giorno giorni dag dagen', 'day'],
  ['week weeks woche wochen semaine semaines semana semanas settimana settimane weken', 'week'],
  ['month months monat monate monaten monats mois mes meses mese mesi maand maanden', 'month'],
  ['quarter quarters quartal quartals trimestre trimestres kwartaal', 'quarter'],
  ['year years jahr jahre jahren jahres an ans annee annees ano anos anno anni jaar', 'year'],
  ['weekend weekends wochenende wochenenden', 'weekend'],
]);

/** How many units back or forth an adjective points. */
export const adjectives: ReadonlyMap<string, -1 | 0 | 1> = listed<-1 | 0 | 1>([
  ['last past previous letzte letzten letzter letztes letztem vergangene vergangenen vergangener vergangenes', -1],
  [
    'vorig vorige vorigen voriger voriges dernier derniere derniers dernieres passe passee pasado pasada pasados pasadas',
    -1,
  ],
  ['ultimo ultima ultimos ultimas passado passada passados passadas scorso scorsa scorsi scorse ultimi ultime', -1],
  ['afgelopen laatste', -1],
  ['this current dieser diese dieses diesen diesem ce cet cette este esta questo questa deze dit', 0],
  ['next coming nachste nachsten nachster nachstes kommende kommenden prochain prochaine proximo proxima', 1],
  ['prossimo prossima volgende komende', 1],
]);

export const smallNumbers: ReadonlyMap<string, number> = listed([
  ['a an one ein eine einem einer einen un une una uno um uma een', 1],
  ['two zwei deux dos due dois duas twee couple', 2],
  ['three drei trois tres tre drie', 3],
  ['four vier quatre cuatro quatro quattro', 4],
  ['five funf cinq cinco cinque vijf', 5],
  ['six sechs seis sei zes', 6],
  ['seven sieben sept siete sete sette zeven', 7],
  ['eight acht huit ocho oito otto', 8],
  ['nine neun neuf nueve nove negen', 9],
  ['ten zehn dix diez dez dieci tien', 10],
  ['eleven elf onze once undici', 11],
  ['twelve zwolf douze doce doze dodici twaalf', 12],
]);

/** Days and quarters that are written as words. */
export const ordinalWords: ReadonlyMap<string, number> = listed([
  ['first erste ersten erster erstes premier primero primer primeiro primo eerste', 1],
  ['second zweite zweiten zweites deuxieme segundo secondo tweede', 2],
  ['third dritte dritten drittes troisieme tercer tercero terceiro terzo derde', 3],
  ['fourth vierte vierten viertes quatrieme cuarto quarto vierde', 4],
  ['fifth funften', 5],
  ['sixth sechsten', 6],
  ['seventh siebten', 7],
  ['eighth achten', 8],
  ['ninth neunten', 9],
  ['tenth zehnten', 10],
  ['eleventh elften', 11],
  ['twelfth zwolften', 12],
  ['thirteenth dreizehnten', 13],
  ['fourteenth vierzehnten', 14],
  ['fifteenth funfzehnten', 15],
  ['sixteenth sechzehnten', 16],
  ['seventeenth siebzehnten', 17],
  ['eighteenth achtzehnten', 18],
  ['nineteenth neunzehnten', 19],
  ['twentieth zwanzigsten', 20],
  ['thirtieth dreissigsten', 30],
]);

/** "#" is the number: "vor # wochen". */
export const agoPhrases: ReadonlyMap<string, { readonly unit: Unit; readonly sign: -1 | 1 }> = relativePhrases();

function relativePhrases(): Map<string, { unit: Unit; sign: -1 | 1 }> {
  const phrases = new Map<string, { unit: Unit; sign: -1 | 1 }>();
  for (const language of LANGUAGES) {
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
    for (const unit of ['day', 'week', 'month', 'year'] as const)
      for (const count of [-1, -5, 1, 5])
        phrases.set(plain(format.format(count, unit)).replace(/\d+/, '#'), { unit, sign: count < 0 ? -1 : 1 });
  }
  return phrases;
}

/** "yesterday" and its like, to days from today. */
export const dayPhrases: ReadonlyMap<string, number> = namedDays();

/** What such phrases begin with, beside a number. */
export const agoPhraseHeads: ReadonlySet<string> = headsOf(agoPhrases);
export const dayPhraseHeads: ReadonlySet<string> = headsOf(dayPhrases);

function headsOf(phrases: ReadonlyMap<string, unknown>): Set<string> {
  return new Set([...phrases.keys()].flatMap((phrase) => phrase.split(' ').slice(0, 1)));
}

function namedDays(): Map<string, number> {
  const phrases = new Map([
    ['day before yesterday', -2],
    ['day after tomorrow', 2],
    ['altroieri', -2],
    ['ante ayer', -2],
  ]);
  for (const language of LANGUAGES) {
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    for (let days = -2; days <= 2; days++) {
      const phrase = plain(format.format(days, 'day')).replaceAll('-', ' ');
      if (!/\d/.test(phrase) && !phrases.has(phrase)) phrases.set(phrase, days);
    }
  }
  return phrases;
}

/** What may stand before a day or a season. */
export const prepositions: ReadonlySet<string> = new Set(
  (
    'on in at of the from for during around about am im in an vom zum zur den dem der des ab le la les l en du des au aux a el los las ' +
    'del de do da dos no na nos em il lo i al alla dal dalla nel nell nella di d op om van het'
  ).split(' '),
);

/** What makes a date of "7/19". */
export const onWords: ReadonlySet<string> = new Set('on am le el il em op dia del du vom dated'.split(' '));

/** What makes a month or a season out of a bare name. */
export const inWords: ReadonlySet<string> = new Set(
  'in im de during throughout over since until till by before after between from early mid late en em no na a ad au nel nella seit bis vor nach zwischen von depuis avant apres entre desde antes hasta ate tra dal sinds voor tot tussen of anfang mitte ende del do di'.split(
    ' ',
  ),
);

export const betweenWords: ReadonlySet<string> = new Set(
  'between from zwischen von vom entre de du desde del da dal tra fra van tussen'.split(' '),
);
export const andWords: ReadonlySet<string> = new Set(
  'and to until till through und bis et a au y e ao al hasta ate en tot - – —'.split(' '),
);
export const sinceWords: ReadonlySet<string> = new Set('since seit depuis desde dal dalla sinds'.split(' '));
export const untilWords: ReadonlySet<string> = new Set('until till bis jusqu hasta ate tot'.split(' '));
export const beforeWords: ReadonlySet<string> = new Set('before vor avant antes prima voor'.split(' '));
export const afterWords: ReadonlySet<string> = new Set('after nach apres despues depois dopo'.split(' '));

/** Of which one shows that "hier" is French. */
export const frenchWords: ReadonlySet<string> = new Set(
  "soir matin midi nuit qu que quoi qui est ce ai as avons avez ont on nous vous je il elle le la les du fait etait passe s'est c".split(
    ' ',
  ),
);
/** "The morning" in the languages that have one word for it and for tomorrow. */
export const articles: ReadonlySet<string> = new Set('la der den jeden am guten'.split(' '));

/** What makes a version of three numbers. */
export const versionWords: ReadonlySet<string> = new Set(
  'version versions v ver release rev build kapitel chapter section'.split(' '),
);

/** What says that a date comes again and again, so that none of them is meant. */
export const everyWords: ReadonlySet<string> = new Set('every each jeden jede jedes chaque cada ogni elke'.split(' '));

/** What a question about a day asks with, in the languages of these dates: it says little of what happened on it. */
export const askingWords: ReadonlySet<string> = new Set(
  (
    'happen happens happened happening occur occurred talk talked talking discuss discussed speak spoke spoken say said tell told ' +
    'do did done doing make made go going went event events thing things anything something everything remember memory memories ' +
    'note notes noted wrote written log logged diary mention mentioned come came about entry entries day days date show find list know ' +
    'was war waren ist sind ich du er sie wir ihr passiert passierte geschehen geschah los gab es haben habe hat hatte hatten ' +
    'woruber uber worum was wer wo gemacht machte machten gesprochen sprachen besprochen geredet erzahlt gewesen ' +
    'que qu quoi qui est ce s c ai as a avons avez ont il elle on nous vous je passe fait parle dit etait y ' +
    'paso ha he hemos hice hizo hicimos hable hablamos habla hablado hablo dijo sucedio ocurrio ' +
    'o aconteceu fiz fez fizemos falei falamos conversamos disse houve ' +
    'cosa che e successo abbiamo ho hai fatto parlato detto era ' +
    'wat er gebeurd gebeurde is we wij hebben heeft gedaan gesproken besproken'
  ).split(' '),
);
export const plainArticles: ReadonlySet<string> = new Set(
  'the den dem der le la l les el los o il lo de del dello di do da'.split(' '),
);

/** What may stand before a date and belongs to it. */
export const beforeDates: ReadonlySet<string> = new Set([
  ...prepositions,
  ...inWords,
  ...betweenWords,
  ...weekdays.keys(),
]);
