// A chat model of LangChain that answers without a key.
import { AIMessage } from '@langchain/core/messages';
import { RunnableLambda } from '@langchain/core/runnables';
import { answerTo } from './mock-answer.mjs';

/** @typedef {import('@langchain/core/messages').BaseMessage} BaseMessage */

/** @returns {RunnableLambda<BaseMessage[] | { toChatMessages(): BaseMessage[] }, AIMessage>} */
export function mockModel() {
  return RunnableLambda.from((input) => {
    const messages = Array.isArray(input) ? input : input.toChatMessages();
    return new AIMessage(answerTo(messages.map((message) => ({ role: message.getType(), content: message.content }))));
  });
}
