// A strip at the foot of the chart: what is amiss with the bars that are in sight, a way to try
// again and one to put it away. It is a live region, so that a screen reader says it.

import type { ChartComplaint } from '../../bars/feed-status.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { button, element, icon } from '../toolkit/elements.ts'

export type TroubleStrip = {
  readonly root: HTMLElement
  show(complaints: readonly ChartComplaint[]): void
}

const wordsOf = {
  stale: 'troubleStale',
  older: 'troubleOlder',
  live: 'troubleLive',
  unfit: 'troubleUnfit',
  full: 'troubleFull',
} as const satisfies Readonly<Record<ChartComplaint, keyof ChartMessages>>

/** The weightiest first. */
const order = ['stale', 'live', 'older', 'unfit', 'full'] as const

export function makeTroubleStrip(
  page: Document,
  messages: ChartMessages,
  retry: () => void,
): TroubleStrip {
  const root = element(page, 'div', { class: 'trouble', role: 'status' })
  return {
    root,
    show: (complaints) => {
      const told = order.filter((one) => complaints.includes(one))
      const words = told.map((one) => messages[wordsOf[one]]).join(' ')
      if (words === '') return root.replaceChildren()
      const again = button(page, { class: 'trouble-retry' }, [messages.retry])
      again.addEventListener('click', retry)
      const away = button(page, { class: 'trouble-close', label: messages.closeDialog }, [
        icon(page, 'close'),
      ])
      away.addEventListener('click', () => root.replaceChildren())
      root.replaceChildren(
        element(page, 'span', { class: 'trouble-words' }, [words]),
        // More than the chart holds does not come by asking again.
        ...(told.some((one) => one !== 'full') ? [again] : []),
        away,
      )
    },
  }
}

export const troubleCss = `
.trouble {
  position: absolute; left: 10px; bottom: 38px; z-index: 5; display: flex; align-items: center;
  gap: 8px; max-width: calc(100% - 100px); padding: 4px 4px 4px 10px; border-radius: 6px;
  color: var(--text); background: var(--raised); border: 1px solid var(--border);
  box-shadow: var(--shadow);
}
.trouble:empty { display: none; }
.trouble-words { min-width: 0; overflow-wrap: anywhere; }
.trouble-retry {
  flex: none; height: 24px; padding: 0 10px; border-radius: 4px; font-weight: 500;
  color: var(--text); background: var(--selected);
}
.trouble-retry:hover, .trouble-close:hover { background: var(--hover); }
.trouble-close {
  display: flex; flex: none; align-items: center; justify-content: center; width: 24px;
  height: 24px; border-radius: 4px; color: var(--secondary);
}
/* On a phone the corner belongs to the button of the drawing tools. */
@media (max-width: 619px) { .trouble { left: 52px; max-width: calc(100% - 140px); } }
@media (pointer: coarse) { .trouble-retry, .trouble-close { min-width: 40px; height: 40px; } }
`
