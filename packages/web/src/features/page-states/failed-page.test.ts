// A page of a history that failed to load is reported if rows are shown, which hide the failure.

import { beforeEach, expect, test } from 'vitest'
import { say } from '../../i18n/i18n.ts'
import { forgetNotices, shownNotices } from '../../shell/notices.ts'
import { PageFailure, reportFailedPage } from './failed-page.ts'

const failure = { code: 424_242, message: 'not now', extMap: {}, hasError: true } as const
const error = new PageFailure(failure)
const titles = () => shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))

beforeEach(() => forgetNotices())

test('a further page, or rows requested again, that failed beside shown rows is reported', () => {
  reportFailedPage({ data: { pages: [] }, error })
  expect(titles()).toEqual(['History failed to load'])
})

test('without rows the panel shows it, and a page that came is none', () => {
  reportFailedPage({ data: undefined, error })
  reportFailedPage({ data: { pages: [] }, error: null })
  expect(titles()).toEqual([])
})
