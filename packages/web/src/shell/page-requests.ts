// Requests that a key or the palette makes of a panel, which answers while it is on the page.

/** What a key changes in the ticket: its order type, its quantity, or a tick of a box. */
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

/** Asks whoever can answer; nothing happens where the panel is not on the page. */
export function requestOfPage(request: PageRequest): void {
  for (const listener of listeners) listener(request)
}

/** Listens to requests; returns how to stop. */
export function onPageRequest(listener: (request: PageRequest) => unknown): () => void {
  const take = (request: PageRequest): void => void listener(request)
  listeners.add(take)
  return () => listeners.delete(take)
}
