// The help centre: each rule, its formula, and the formula applied to the reader's own position at
// the current price.

import { useState } from 'react'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { useServerNowMs } from '../../client/connection.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { usePage } from '../../shell/location.ts'
import { helpTopics, type HelpTopic } from '../../shell/routes.ts'
import { nameOf, useCatalogue, useCurrentSymbol, type Listing } from '../../stores/catalogue.ts'
import { isHeld, usePositions, type PositionRecord } from '../../stores/positions.ts'
import { useTicker } from '../../stores/tickers.ts'
import { useWallet } from '../../stores/wallet.ts'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { classNames } from '../../ui/class-names.ts'
import {
  examplePosition,
  topicFigures,
  type Fact,
  type Formula,
  type LeverageRow,
  type Term,
} from './help-figures.ts'
import { topicTexts } from './help-texts.ts'

export function HelpPage() {
  const t = useT()
  const page = usePage()
  const topic = page.kind === 'help' ? page.topic : undefined
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto flex max-w-5xl gap-8 px-4 py-6 max-md:flex-col max-md:gap-4">
        <nav aria-label={t('help.topics')} className="shrink-0 md:w-56">
          <p className="mb-2 text-sm text-muted">
            <PageLink page={{ kind: 'help', topic: undefined }} className="hover:text-ink">
              {t('help.title')}
            </PageLink>
          </p>
          <ul className="flex flex-col max-md:flex-row max-md:flex-wrap">
            {helpTopics.map((each) => (
              <li key={each}>
                <PageLink
                  page={{ kind: 'help', topic: each }}
                  aria-current={each === topic ? 'page' : undefined}
                  className={classNames(
                    'block rounded px-3 py-2 text-sm hover:bg-hover hover:text-ink',
                    each === topic ? 'bg-accent-tint font-medium text-ink' : 'text-soft',
                  )}
                >
                  {t({ key: topicTexts[each].title })}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {topic === undefined ? <Overview /> : <Topic key={topic} topic={topic} />}
      </div>
    </main>
  )
}

function Overview() {
  const t = useT()
  return (
    <div className="min-w-0 flex-1">
      <h1 className="text-[1.375rem] font-semibold">{t('help.title')}</h1>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {helpTopics.map((topic) => (
          <li key={topic}>
            <PageLink
              page={{ kind: 'help', topic }}
              className="block h-full rounded border border-line bg-panel p-4 hover:border-line-strong"
            >
              <h2 className="font-semibold">{t({ key: topicTexts[topic].title })}</h2>
              <p className="mt-1 line-clamp-3 text-sm text-soft">
                {t({ key: topicTexts[topic].body })}
              </p>
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Topic({ topic }: { topic: HelpTopic }) {
  const t = useT()
  return (
    <article className="min-w-0 flex-1">
      <h1 className="text-[1.375rem] font-semibold">{t({ key: topicTexts[topic].title })}</h1>
      <p className="mt-3 leading-relaxed">{t({ key: topicTexts[topic].body })}</p>
      <p className="mt-3 leading-relaxed text-soft">{t({ key: topicTexts[topic].rule })}</p>
      <Worked topic={topic} />
    </article>
  )
}

/** The figures of a position: one of the reader's, or an example. */
function Worked({ topic }: { topic: HelpTopic }) {
  const t = useT()
  const held = (usePositions() ?? []).filter(({ position }) => isHeld(position))
  const [chosen, choose] = useState<string>()
  const record = held.find(({ key }) => key === chosen) ?? held[0]
  const current = useCurrentSymbol()
  const symbol = record?.position.symbol ?? current
  const order = useCatalogue((catalogue) => catalogue.order)
  const contracts = order.filter(({ instrument }) => instrument.kind !== 'Spot')
  const listing = contracts.find((each) => each.symbol === symbol) ?? contracts[0]
  return (
    <section aria-labelledby="worked" className="mt-6 rounded border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="worked" className="font-semibold">
          {t(record === undefined ? 'help.example' : 'help.yours')}
        </h2>
        {record !== undefined && (
          <Select
            label={t('help.yours')}
            size="sm"
            value={record.key}
            onChange={choose}
            items={held.map(({ key, position: { symbol: name, side } }) => ({
              value: key,
              label: `${nameOf(name)} · ${t(side === 'Sell' ? 'positions.short' : 'positions.long')}`,
            }))}
          />
        )}
      </div>
      {listing === undefined ? (
        <Skeleton className="mt-4 h-40" />
      ) : (
        <Figures topic={topic} listing={listing} record={record} />
      )}
    </section>
  )
}

function Figures(props: {
  topic: HelpTopic
  listing: Listing
  record: PositionRecord | undefined
}) {
  const { topic, listing, record } = props
  const { instrument, symbol } = listing
  const t = useT()
  const format = useFormat()
  const nowMs = useServerNowMs()
  const wallet = useWallet()
  const ticker = useTicker(symbol)
  const markE8 = ticker?.markE8
  if (ticker === undefined || markE8 === undefined) return <Skeleton className="mt-4 h-40" />
  const position =
    record !== undefined && isHeld(record.position)
      ? record.position
      : examplePosition(instrument, priceE8(markE8))
  const of = { instrument, position, record, wallet, nowMs, ticker: { ...ticker, markE8 } }
  const { formulas, facts, byLeverage } = topicFigures(topic, of, format)
  return (
    <>
      <p className="mt-1 text-xs text-soft">
        {record === undefined
          ? t('help.exampleNote', { symbol: nameOf(symbol) })
          : t('help.liveNote')}
      </p>
      {formulas.map((formula) => (
        <FormulaLines key={formula.result.label} formula={formula} />
      ))}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{t({ key: label })}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      {byLeverage !== undefined && <LeverageTable rows={byLeverage} />}
    </>
  )
}

/** A formula twice: in words, and below with the numbers of the position. */
function FormulaLines({ formula }: { formula: Formula }) {
  const t = useT()
  const { result, terms } = formula
  const name = ({ label }: Fact): string => t({ key: label })
  const written = (write: (fact: Fact) => string): string =>
    terms.map((term: Term) => (typeof term === 'string' ? term : write(term))).join(' ')
  const sign = formula.sign ?? { rule: '=', now: '=' }
  return (
    <div className="mt-3 rounded bg-field px-3 py-2 text-sm">
      <p className="text-soft">
        {name(result)} {sign.rule} {written(name)}
      </p>
      <p className="mt-1 tabular-nums">
        <strong className="font-semibold">{result.text}</strong> {sign.now}{' '}
        {written(({ text }) => text)}
      </p>
    </div>
  )
}

function LeverageTable({ rows }: { rows: readonly LeverageRow[] }) {
  const t = useT()
  return (
    <table className="mt-5 w-full text-sm tabular-nums">
      <caption className="mb-2 text-start text-xs text-soft">{t('help.byLeverage')}</caption>
      <thead className="text-xs text-muted">
        <tr className="*:border-b *:border-line *:py-1 *:font-normal">
          <th className="text-start">{t('liquidation.leverage')}</th>
          <th className="text-end">{t('liquidation.initialMargin')}</th>
          <th className="text-end">{t('liquidation.liquidationPrice')}</th>
          <th className="text-end">{t('help.away')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.leverage} className="*:border-b *:border-line *:py-1.5">
            <th scope="row" className="text-start font-normal">
              {row.leverage}
            </th>
            <td className="text-end">{row.initialMargin}</td>
            <td className="text-end">{row.liquidation}</td>
            <td className="text-end">{row.away}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
