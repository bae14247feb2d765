// A host's own formats of dates and times.

import { expect, it } from 'vitest'
import type { ChartState } from '../model/chart-state.ts'
import { englishMessages } from '../options/messages.ts'
import { wordingOf } from './wording.ts'

it('a host’s date of a bar of a day is that of the bar, in every time zone', () => {
  const state = {
    options: {
      custom_formatters: {
        dateFormatter: { format: (date: Date) => date.toISOString().slice(0, 10) },
        timeFormatter: { format: (date: Date) => date.toISOString().slice(11, 16) },
      },
    },
    info: undefined,
    timezone: 'America/New_York',
    locale: 'en',
    messages: englishMessages,
  } as unknown as ChartState
  const { customTimeText } = wordingOf(state)
  expect(customTimeText?.(Date.parse('2026-11-21T14:30:00Z'), true)).toBe('2026-11-21 09:30')
  expect(customTimeText?.(Date.parse('2026-11-21T00:00:00Z'), false)).toBe('2026-11-21')
})
