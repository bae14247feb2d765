// Requests from a shortcut or the palette to a panel, which handles them while it is mounted.

/** What a shortcut changes in the ticket: its order type, its quantity, or a checkbox. */
export type TicketKey =
  | { readonly part: 'kind'; readonly value: 'Limit' | 'Market' | 'Conditions' }
  | { readonly part: 'percent'; readonly value: number }
  | { readonly part: 'box'; readonly value: 'postOnly' | 'reduceOnly' | 'tpsl' }

type PageRequest =
  | TicketKey
  | 'toggleLadder'
  | 'centreLadder'
  | 'longerInterval'
  | 'shorterInterval'
  | 'bracket'

const listeners = new Set<(request: PageRequest) => void>()

/** Sends a request to the listeners; without the panel nothing happens. */
export function requestOfPage(request: PageRequest): void {
  for (const listener of listeners) listener(request)
}

/** Listens to requests; returns the unsubscribe. */
export function onPageRequest(listener: (request: PageRequest) => unknown): () => void {
  const take = (request: PageRequest): void => void listener(request)
  listeners.add(take)
  return () => listeners.delete(take)
}
