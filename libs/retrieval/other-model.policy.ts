/** What a start does with an index that holds another model's vectors. */
export class OtherModelPolicy {
  /** @param replace empties the index, to be filled anew from the records; otherwise the start is refused */
  constructor(readonly replace: boolean) {}
}
