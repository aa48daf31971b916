import type { Dependency, Readiness, ServiceAddresses } from '@mneme/client';
import type { VNode } from 'preact';
import { Fact, Facts } from '../../components/facts.js';
import { Icon } from '../../components/icons.js';
import { Page, Section } from '../../components/page.js';
import { Shown } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Text } from '../../components/text.js';
import { Time } from '../../components/time.js';
import { useResource } from '../../data/resource.js';
import { SERVICE_URL } from '../../session/place.js';
import { mneme } from '../../session/session.js';
import { count } from '../../text/formats.js';

const MEANINGS: Readonly<Record<Dependency['name'], string>> = {
  database: 'Memories, keys, webhooks and usage. The service needs it.',
  model: 'Turns texts into numbers, for search by meaning.',
  'vector index': 'Finds memories by meaning.',
  redis: 'Rate limits and revocations that all processes share.',
};

interface Health {
  readonly readiness: Readiness;
  readonly service: ServiceAddresses;
  readonly checkedAt: string;
}

/** What the service says of itself and of what it depends on. */
export function HealthPage(): VNode {
  const health = useResource('health', readHealth);
  const { isLoading } = health.state.value;
  const refresh = (
    <button type="button" class="button" disabled={isLoading} onClick={health.reload}>
      <Icon name="refresh" />
      {isLoading ? 'Checking…' : 'Check again'}
    </button>
  );
  return (
    <Page title="Health" actions={refresh}>
      <Shown of={health} what="the state of the service">
        {(data) => <HealthDetails health={data} />}
      </Shown>
    </Page>
  );
}

async function readHealth(signal: AbortSignal): Promise<Health> {
  const { health, service } = mneme();
  const [readiness, addresses] = await Promise.all([
    // Not repeated: the reader asks how it is now.
    health.readiness.get({ signal, maxRetries: 0 }),
    service.get({ signal, maxRetries: 0 }),
  ]);
  return { readiness, service: addresses, checkedAt: new Date().toISOString() };
}

function HealthDetails({ health: { readiness, service, checkedAt } }: { readonly health: Health }): VNode {
  const isWell = readiness.status === 'ok';
  return (
    <>
      <div class="outcome" role="status">
        <StatusBadge tone={isWell ? 'good' : 'waiting'} text={isWell ? 'ready' : 'degraded'} />
        <span>
          {isWell
            ? 'Everything works.'
            : `It serves requests, but not everything works: ${readiness.degraded.join(', ')}.`}
        </span>
        <span class="hint">
          Checked at <Time iso={checkedAt} />
        </span>
      </div>
      <Section title="Dependencies">
        <ul class="records">
          {readiness.dependencies.map(({ name, status, latencyMs }) => (
            <li class="record" key={name}>
              <div class="record-head">
                <h3 class="record-title">{name}</h3>
                <StatusBadge tone={status === 'up' ? 'good' : 'bad'} text={status} />
                <span class="hint number">{count(latencyMs)} ms</span>
              </div>
              <p class="hint">{MEANINGS[name]}</p>
            </li>
          ))}
        </ul>
      </Section>
      <About service={service} />
      <p class="hint">
        Everyone can see this page, with any key. Why something does not answer is in the log and the metrics of the
        service, which the operator has.
      </p>
    </>
  );
}

function About({ service }: { readonly service: ServiceAddresses }): VNode {
  return (
    <Section title="Service">
      <Facts layout="grid">
        <Fact label="Version">
          <Text text={`${service.name} ${service.version}`} />
        </Fact>
        <Fact label="Address">
          <Text text={SERVICE_URL} />
        </Fact>
        <Fact label="API reference">
          <a href={`${SERVICE_URL}/docs`} target="_blank" rel="noreferrer">
            {SERVICE_URL}/docs
          </a>
        </Fact>
      </Facts>
    </Section>
  );
}
