// Statements of the account: a wallet and a period are selected, and downloaded as CSV or PDF.

import { useState } from 'react'
import { purses, type Purse } from '@basis/domain/instrument/purse'
import type { WireLedgerRecord } from '@basis/protocol/account'
import { maxPageRows } from '@basis/protocol/wire'
import { serverNowMs } from '../../client/connection.ts'
import { reactTo } from '../../client/error-reactions.ts'
import { ask, type Outcome } from '../../client/http.ts'
import { useSession } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { useT } from '../../i18n/i18n.ts'
import { loadPart } from '../../platform/load-part.ts'
import { saveFile } from '../../platform/saved-file.ts'
import { notify } from '../../shell/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { usePendingOf } from '../../platform/use-pending.ts'
import { statementCsv } from './statement.ts'

const DAY_MS = 86_400_000
const spans = ['7', '30', '90', '365'] as const
type Span = (typeof spans)[number]
type Form = 'csv' | 'pdf'

export function Statements({ uid }: { uid: string }) {
  const t = useT()
  const [wallet, setWallet] = useState<Purse>('Unified')
  const [days, setDays] = useState<Span>('30')
  const [busy, during] = usePendingOf<Form>()
  const take = async (form: Form, page: Document): Promise<void> => {
    const toMs = serverNowMs()
    const fromMs = toMs - Number(days) * DAY_MS
    const outcome = await entriesSince(fromMs, wallet, uid)
    if (outcome === undefined) return
    if (outcome.ok) {
      const [from, to] = [dayOf(fromMs), dayOf(toMs)]
      const name = `basis-statement-${uid}-${wallet.toLowerCase()}-${from}-${to}.${form}`
      const bytes = await contentOf(form, outcome.value, { uid, wallet, from, to })
      // The library may have been waited for.
      if (useSession.getState().user?.uid !== uid) return
      saveFile(page, name, bytes)
      const title = message('wallets.statementDone', { count: outcome.value.length })
      notify({ kind: 'statement', tone: 'success', title })
    } else reactTo(outcome.error)
  }
  return (
    <section className="flex flex-col items-start gap-3 rounded bg-panel p-4 text-xs">
      <h2 className="text-sm font-semibold">{t('wallets.statements')}</h2>
      <p className="text-soft">{t('wallets.statementsHelp')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={t('wallets.wallet')}
          value={wallet}
          onChange={setWallet}
          items={purses.map((purse) => ({
            value: purse,
            label: purse === 'Unified' ? t('wallets.unified') : t('wallets.funding'),
          }))}
        />
        <Segments
          label={t('wallets.period')}
          value={days}
          onChange={setDays}
          items={spans.map((span) => ({
            value: span,
            label: t('bots.backtestDays', { count: Number(span) }),
          }))}
        />
        {(['csv', 'pdf'] as const).map((form) => (
          <Button
            key={form}
            size="sm"
            pending={busy === form}
            disabled={busy !== undefined}
            onClick={(event) => void during(form, take(form, event.currentTarget.ownerDocument))}
          >
            {form.toUpperCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Returns all entries of an account's wallet since a time, newest first; undefined if the browser
 * goes over to another account meanwhile, whose entries the next page would have.
 */
async function entriesSince(
  fromE3: number,
  wallet: Purse,
  uid: string,
): Promise<Outcome<readonly WireLedgerRecord[]> | undefined> {
  const rows: WireLedgerRecord[] = []
  let cursor: string | undefined
  while (true) {
    const asked = { fromE3, wallet, limit: maxPageRows, ...(cursor !== undefined && { cursor }) }
    const outcome = await ask('transactionLog', asked)
    if (useSession.getState().user?.uid !== uid) return undefined
    if (!outcome.ok) return outcome
    rows.push(...outcome.value.list)
    const next = outcome.value.nextPageCursor
    if (next === '' || next === cursor) return { ok: true, value: rows }
    cursor = next
  }
}

type About = { uid: string; wallet: Purse; from: string; to: string }

// The PDF library is loaded only when a PDF is requested; that it is missing is reported.
async function contentOf(
  form: Form,
  rows: readonly WireLedgerRecord[],
  about: About,
): Promise<Blob> {
  if (form === 'csv') return new Blob([statementCsv(rows)], { type: 'text/csv' })
  const { statementPdf } = await loadPart(() => import('./statement-pdf.ts'))
  const bytes = await statementPdf(rows, about)
  return new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' })
}
