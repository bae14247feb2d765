// Places of own orders in their queues, asked of the exchange again and again while there are any.

import { useEffect, useState } from 'react'
import { ask } from '../../client/http.ts'
import { keepAsking } from '../../actions/previews.ts'
import type { Order } from '@basis/domain/orders/order'
import type { QueuePlace } from './ladder-rows.ts'

const none: ReadonlyMap<string, QueuePlace> = new Map()

/**
 * Returns the place of each resting order of a symbol by its id, at most two seconds old; asked
 * again at once when an order changes, since a change may cost the place.
 */
export function useQueuePlaces(
  symbol: string,
  orders: readonly Order[],
): ReadonlyMap<string, QueuePlace> {
  const [seen, setSeen] = useState(none)
  const resting = orders
    .filter(({ status }) => status === 'New' || status === 'PartiallyFilled')
    .map(({ id, updateNo }) => `${id}:${updateNo}`)
    .join()
  useEffect(() => {
    if (resting === '') return undefined
    return keepAsking(
      () => ask('queuePlaces', { symbol }),
      ({ list }) => setSeen(new Map(list.map(({ orderId, ...place }) => [orderId, place]))),
    )
  }, [symbol, resting])
  return resting === '' ? none : seen
}
