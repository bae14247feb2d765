// A statement when the account of the browser changes while its pages are read, or a part of the
// page is missing.

import type { UserInfo } from '@basis/protocol/account'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { onMissingPart } from '../../platform/load-part.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { Statements } from './Statements.tsx'

vi.mock('./statement-pdf.ts', () => Promise.reject(new TypeError('Failed to fetch')))

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('the pages of another account are not read into a statement', async () => {
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', () => {
    const result = { list: [], nextPageCursor: String(answers.length + 1) }
    const answer = new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result }))
    return new Promise((resolve) => answers.push(() => resolve(answer)))
  })
  become('1')
  const screen = await render(
    <UiProvider>
      <Statements uid="1" />
    </UiProvider>,
  )
  const csv = screen.getByRole('button', { name: /CSV/ })
  await csv.click()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  become('2')
  answers[1]?.()
  await expect.element(csv).toBeEnabled()
  expect(answers).toHaveLength(2)
})

test('a PDF whose library cannot be loaded is reported as a missing part of the page', async () => {
  vi.stubGlobal('fetch', () => {
    const result = { list: [], nextPageCursor: '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result })))
  })
  const reported = vi.fn<() => void>()
  onMissingPart(reported)
  become('1')
  const screen = await render(
    <UiProvider>
      <Statements uid="1" />
    </UiProvider>,
  )
  await screen.getByRole('button', { name: /PDF/ }).click()
  await expect.poll(() => reported.mock.calls.length).toBe(1)
  onMissingPart(() => undefined)
})
