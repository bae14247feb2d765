// The banner at the bottom of the chart: warnings about the shown bars, retry and dismiss. It is
// a live region for screen readers.

import type { ChartWarning } from '../../bars/feed-status.ts'
import type { ChartMessages } from '../../options/messages.ts'
import { button, element, icon } from '../toolkit/elements.ts'

export type ErrorBanner = {
  readonly root: HTMLElement
  show(warnings: readonly ChartWarning[]): void
}

const messageOf = {
  stale: 'errorLatestBars',
  older: 'errorOlderBars',
  live: 'errorLivePrices',
  invalid: 'errorInvalidBars',
  full: 'errorBarLimit',
} as const satisfies Readonly<Record<ChartWarning, keyof ChartMessages>>

/** The most severe first. */
const order = ['stale', 'live', 'older', 'invalid', 'full'] as const

export function makeErrorBanner(
  page: Document,
  messages: ChartMessages,
  retry: () => void,
): ErrorBanner {
  const root = element(page, 'div', { class: 'error-banner', role: 'status' })
  return {
    root,
    show: (warnings) => {
      const shown = order.filter((one) => warnings.includes(one))
      const text = shown.map((one) => messages[messageOf[one]]).join(' ')
      if (text === '') return root.replaceChildren()
      const again = button(page, { class: 'error-banner-retry' }, [messages.retry])
      again.addEventListener('click', retry)
      const away = button(page, { class: 'error-banner-close', label: messages.closeDialog }, [
        icon(page, 'close'),
      ])
      away.addEventListener('click', () => root.replaceChildren())
      root.replaceChildren(
        element(page, 'span', { class: 'error-banner-text' }, [text]),
        // The limit of bars cannot be resolved by a retry.
        ...(shown.some((one) => one !== 'full') ? [again] : []),
        away,
      )
    },
  }
}

export const errorBannerCss = `
.error-banner {
  position: absolute; left: 10px; bottom: 38px; z-index: 5; display: flex; align-items: center;
  gap: 8px; max-width: calc(100% - 100px); padding: 4px 4px 4px 10px; border-radius: 6px;
  color: var(--text); background: var(--raised); border: 1px solid var(--border);
  box-shadow: var(--shadow);
}
.error-banner:empty { display: none; }
.error-banner-text { min-width: 0; overflow-wrap: anywhere; }
.error-banner-retry {
  flex: none; height: 24px; padding: 0 10px; border-radius: 4px; font-weight: 500;
  color: var(--text); background: var(--selected);
}
.error-banner-retry:hover, .error-banner-close:hover { background: var(--hover); }
.error-banner-close {
  display: flex; flex: none; align-items: center; justify-content: center; width: 24px;
  height: 24px; border-radius: 4px; color: var(--secondary);
}
/* On a phone the corner belongs to the button of the drawing tools. */
@media (max-width: 619px) { .error-banner { left: 52px; max-width: calc(100% - 140px); } }
@media (pointer: coarse) { .error-banner-retry, .error-banner-close { min-width: 40px; height: 40px; } }
`
