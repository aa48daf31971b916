import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { BLANK, excerptOf, isBlank, piecesOf, type Span } from '../text/visible.js';

interface TextProps {
  readonly text: string;
  /** Parts to highlight. */
  readonly marks?: readonly Span[] | undefined;
}

/**
 * A text that someone stored, shown as it is: never as markup, apart from the direction of what surrounds it, and with its
 * invisible characters named.
 */
export function Text({ text, marks }: TextProps): VNode {
  return (
    <bdi class="text">
      {piecesOf(text, marks).map((piece) => {
        const shown = piece.isInvisible ? (
          <span class="invisible" title="invisible character">
            {piece.text}
          </span>
        ) : (
          piece.text
        );
        return piece.isMarked ? <mark>{shown}</mark> : shown;
      })}
    </bdi>
  );
}

/** In the place of a text in which there is nothing to see, and so nothing to click. */
function Blank(): VNode {
  return <span class="blank">{BLANK}</span>;
}

/** A text of any length, at first at most `length` characters of it, around its first highlight. */
export function LongText({ text, marks, length }: TextProps & { readonly length: number }): VNode {
  const isWhole = useSignal(false);
  const excerpt = excerptOf(text, length, marks);
  if (isBlank(text)) return <Blank />;
  const isCut = excerpt.isCutBefore || excerpt.isCutAfter;
  if (isWhole.value || !isCut) {
    return (
      <>
        <Text text={text} marks={marks} />
        {isCut && (
          <button type="button" class="link-button" onClick={() => (isWhole.value = false)}>
            Show less
          </button>
        )}
      </>
    );
  }
  return (
    <>
      {excerpt.isCutBefore && '… '}
      <Text text={excerpt.text} marks={excerpt.marks} />
      {excerpt.isCutAfter && ' …'}{' '}
      <button type="button" class="link-button" onClick={() => (isWhole.value = true)}>
        Show all
      </button>
    </>
  );
}

/** The beginning of a text, for lists. */
export function Beginning({ text, length }: { readonly text: string; readonly length: number }): VNode {
  if (isBlank(text)) return <Blank />;
  const { text: shown, isCutAfter } = excerptOf(text, length);
  return (
    <>
      <Text text={shown} />
      {isCutAfter && '…'}
    </>
  );
}
