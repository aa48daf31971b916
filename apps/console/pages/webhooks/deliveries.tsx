import type { Delivery, DeliveryStatus, Webhook } from '@mneme/client';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from '../../components/icons.js';
import { Section } from '../../components/page.js';
import { Empty, Failure, Loading } from '../../components/states.js';
import { usePagedList, type PagedList } from '../../data/pages.js';
import { mneme } from '../../session/session.js';
import { DeliveryRow } from './delivery-row.js';

const PAGE_SIZE = 20;
const STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'failed', 'canceled'];

interface DeliveriesProps {
  readonly webhook: Webhook;
  /** Another number reads the list again. */
  readonly turn: number;
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhook, turn }: DeliveriesProps): VNode {
  const status = useSignal<DeliveryStatus | ''>('');
  const refreshed = useSignal(0);
  const list = useDeliveries(webhook.id, status.value, `${turn} ${refreshed.value}`);
  const { items, isLoading, error, hasMore } = list.state.value;
  const controls = (
    <div class="actions">
      <select
        class="narrow"
        aria-label="Status of the deliveries"
        value={status.value}
        onChange={({ currentTarget: { value } }) => (status.value = value as DeliveryStatus | '')}
      >
        <option value="">All</option>
        {STATUSES.map((each) => (
          <option value={each} key={each}>
            {each}
          </option>
        ))}
      </select>
      <button type="button" class="button" onClick={() => refreshed.value++}>
        <Icon name="refresh" />
        Refresh
      </button>
    </div>
  );
  return (
    <Section title="Deliveries" actions={controls}>
      {items.length === 0 && !hasMore && <NoDeliveries isFiltered={status.value !== ''} />}
      {items.length > 0 && (
        <ul class="records" aria-label="Deliveries">
          {items.map((delivery) => (
            <li key={`${delivery.id} ${delivery.updatedAt}`}>
              <DeliveryRow delivery={delivery} webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
      {isLoading && <Loading what="deliveries" />}
      {error !== undefined && <Failure error={error} retry={list.loadMore} />}
      {hasMore && !isLoading && error === undefined && (
        <button type="button" class="button" onClick={list.loadMore}>
          Earlier deliveries
        </button>
      )}
    </Section>
  );
}

function useDeliveries(id: string, status: DeliveryStatus | '', turn: string): PagedList<Delivery> {
  return usePagedList(`${id} ${status} ${turn}`, async (cursor, signal) => {
    const filter = status === '' ? {} : { status };
    const params = { ...filter, ...(cursor !== undefined && { cursor }), limit: PAGE_SIZE };
    const { deliveries, pagination } = await mneme().webhooks.deliveries.list(id, params, { signal }).page();
    return { items: deliveries, cursor: pagination.nextCursor, total: undefined };
  });
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }): VNode {
  return isFiltered ? (
    <Empty title="No delivery has this status" />
  ) : (
    <Empty title="Nothing was sent yet">Send a test event, or wait for one of the events that you chose.</Empty>
  );
}
