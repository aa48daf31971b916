// What the mock models of all examples do: they print what they are sent, and know nothing else.

/**
 * @param {unknown} sent the prompt or the messages
 * @returns {string} the answer
 */
export function answerTo(sent) {
  const text = JSON.stringify(sent, null, 2);
  console.log('The model was sent:', text);
  return text.includes('drinks tea') ? 'Anna drinks tea.' : 'I do not know.';
}
