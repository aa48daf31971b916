import { Api, type ApiResponse } from '../service/api.js';
import { serverCommand } from '../service/server-command.js';
import { ServerProcess } from '../service/server-process.js';
import { EVERYDAY, FERRY_STORY, FERRY_TOPIC } from '../stories/ferry-story.js';
import { importLines } from '../stories/import-lines.js';
import { ChatEndpoint } from './chat-endpoint.js';
import { readsWell } from './ferry-judge.js';

export const TENANT = '00000000-0000-0000-0000-000000000001';
export const CHAIN = '/api/v1/intelligence/decision-chain';
const RECORDS = [...FERRY_STORY, ...EVERYDAY];

/** What a response says, and that it is one. */
export function dataOf(response: ApiResponse): any {
  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 200, errors: undefined });
  return response.body.data;
}

/** The service with a language model that a test scripts, and the ferry story in its tenant. */
export class JudgedService {
  private topics = 0;

  private constructor(
    readonly endpoint: ChatEndpoint,
    readonly server: ServerProcess,
    readonly api: Api,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<JudgedService> {
    const endpoint = await ChatEndpoint.start();
    const server = await ServerProcess.start({
      INTELLIGENCE_MODEL: 'openai:judge-of-tests',
      INTELLIGENCE_URL: endpoint.url,
      INTELLIGENCE_API_KEY: endpoint.key,
      INTELLIGENCE_TIMEOUT_MS: '3000',
      SEED_TEST_TENANT: 'off',
      ...env,
    });
    const api = new Api(server.url, server.ready.developmentKey);
    const lines = RECORDS.map((record) => JSON.stringify(record)).join('\n');
    await importLines({ tenantId: TENANT, api }, lines, RECORDS.length);
    return new JudgedService(endpoint, server, api);
  }

  /** As before any request, with a model that reads well, for a tenant that it is switched on for. */
  async reset(): Promise<void> {
    this.endpoint.always = readsWell;
    this.endpoint.scripts.length = 0;
    this.endpoint.requests.length = 0;
    this.endpoint.abandoned = 0;
    await this.setJudge('on');
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.server.removeData();
    await this.endpoint.stop();
  }

  /** A topic that no one has asked about: nothing of it is remembered. */
  newTopic(): string {
    return `${FERRY_TOPIC}, ${++this.topics}`;
  }

  ask(topic: string, more: object = {}): Promise<ApiResponse> {
    return this.api.post(CHAIN, { tenantId: TENANT, topic, asOf: '2026-10-01T00:00:00Z', ...more });
  }

  /** `mneme tenants set-judge`. @returns what it prints */
  async setJudge(...words: string[]): Promise<string> {
    return (await serverCommand(this.server.dataDir, ['tenants', 'set-judge', TENANT, ...words])).out;
  }

  /** The response of a tenant that has no judge. */
  async withoutJudge(topic: string): Promise<unknown> {
    await this.setJudge('off');
    const data = dataOf(await this.ask(topic));
    await this.setJudge('on');
    return data;
  }

  async metrics(): Promise<string> {
    return (await this.api.get('/metrics')).text;
  }
}
