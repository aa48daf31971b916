/** Something that recurs: a tag, an entity, a word or phrase of the texts, a type, a theme. */
export interface Item {
  readonly kind: 'tag' | 'entity' | 'word' | 'type' | 'theme';
  readonly name: string;
  /** How most of its memories write it, where that is something else. */
  readonly label?: string;
  /** Indexes of its memories in the timeline, ascending. */
  readonly memories: readonly number[];
  /** Positions of the days it appears on, ascending: its episodes. */
  readonly days: readonly number[];
}
