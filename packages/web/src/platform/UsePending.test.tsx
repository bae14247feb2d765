// Actions of a component: which one is running, and their end, also by an error.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { usePendingOf } from './use-pending.ts'

type Act = { end: () => void; fail: (error: Error) => void }

function Sender({
  start,
  report,
}: {
  start: () => Promise<string>
  report: (text: string) => void
}) {
  const [pending, during] = usePendingOf<'Buy' | 'Sell'>()
  return (
    <button
      type="button"
      onClick={() => {
        during('Sell', start()).then(report, (error: unknown) => report(String(error)))
      }}
    >
      {pending ?? 'idle'}
    </button>
  )
}

function begun(): { act: Act; promise: Promise<string> } {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { act: { end: () => resolve('done'), fail: reject }, promise }
}

test.each(['an answer', 'an error'])(
  'an action is running until it ends, by %s',
  async (ending) => {
    const { act, promise } = begun()
    const reports: string[] = []
    const screen = await render(
      <Sender start={() => promise} report={(text) => reports.push(text)} />,
    )
    const button = screen.getByRole('button')
    await expect.element(button).toHaveTextContent('idle')
    await button.click()
    await expect.element(button).toHaveTextContent('Sell')
    if (ending === 'an error') act.fail(new Error('no line'))
    else act.end()
    await expect.element(button).toHaveTextContent('idle')
    expect(reports).toEqual([ending === 'an error' ? 'Error: no line' : 'done'])
  },
)
