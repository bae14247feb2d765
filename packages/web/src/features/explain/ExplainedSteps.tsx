// An explanation on the page: the compared prices, the formula with the trader's numbers, and the
// events in order.

import type { WireExplainedStep } from '@basis/protocol/explain/row'
import { useListing } from '../../stores/catalogue.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { eventWord, lineFigures, nameOfNumber, numberText, reasonOf } from './explained-words.ts'

type Step = WireExplainedStep

/** Returns functions that name and format a step's numbers. */
function useStepWords(step: Step) {
  const t = useT()
  const format = useFormat()
  const at = { instrument: useListing(step.symbol)?.instrument, format }
  return {
    nameOf: (name: string): string => {
      const key = nameOfNumber(name)
      return key === undefined ? name : t({ key })
    },
    textOf: (name: string): string => numberText(name, step, at),
  }
}

const signs: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>' }

/** Two figures side by side, with the comparison between them. */
export function Compared({ step }: { step: Step }) {
  const t = useT()
  const { nameOf, textOf } = useStepWords(step)
  const [left = '', sign = '', right] = step.compared.split(' ')
  if (right === undefined) return null
  return (
    <section aria-label={t('explain.compared')}>
      <h3 className="mb-1.5 font-semibold">{t('explain.compared')}</h3>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-3 rounded bg-field px-3 py-2">
        <Side name={nameOf(left)} text={textOf(left)} />
        <span className="text-lg text-muted">{signs[sign] ?? sign}</span>
        <Side name={nameOf(right)} text={textOf(right)} />
      </div>
    </section>
  )
}

function Side({ name, text }: { name: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="text-2xs text-muted">{name}</p>
      <p className="text-lg wrap-anywhere tabular-nums">{text}</p>
    </div>
  )
}

const isName = (term: string): boolean => /^[a-z]\w*$/i.test(term) && !/^(min|max)$/.test(term)

/** Each formula twice: in words, and below with the trader's numbers. */
export function Formulas({ step }: { step: Step }) {
  const t = useT()
  const { nameOf, textOf } = useStepWords(step)
  if (step.formulas.length === 0) return null
  const written = (terms: readonly string[], write: (name: string) => string): string =>
    terms
      .map((term) => (isName(term) ? write(term) : term))
      .join(' ')
      .replaceAll('( ', '(')
      .replaceAll(/ (?=[),])/g, '')
      .replaceAll(/\b(min|max) \(/g, '$1(')
  return (
    <section aria-label={t('explain.formula')}>
      <h3 className="mb-1.5 font-semibold">{t('explain.formula')}</h3>
      <div className="flex flex-col gap-2">
        {step.formulas.map(({ result, terms }) => (
          <div key={result} className="rounded bg-field px-3 py-2 wrap-anywhere">
            <p className="text-soft">
              {nameOf(result)} = {written(terms, nameOf)}
            </p>
            <p className="mt-1 tabular-nums">
              <strong className="font-semibold">{textOf(result)}</strong> = {written(terms, textOf)}
            </p>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The events in order, each with its time. */
export function Events({ steps }: { steps: readonly Step[] }) {
  const t = useT()
  return (
    <section aria-label={t('explain.order')}>
      <h3 className="mb-1.5 font-semibold">{t('explain.order')}</h3>
      <ol className="flex flex-col gap-2 border-s border-line-strong ps-3">
        {steps.map((step, place) => (
          <Happened key={place} step={step} />
        ))}
      </ol>
    </section>
  )
}

function Happened({ step }: { step: Step }) {
  const t = useT()
  const format = useFormat()
  const { nameOf, textOf } = useStepWords(step)
  const reason = reasonOf(step)
  const figures = lineFigures(step).map((name) => `${nameOf(name)} ${textOf(name)}`)
  return (
    <li>
      <span className="text-2xs text-muted tabular-nums">{format.dateTime(step.timeE3, true)}</span>
      <span className="block font-medium">{t({ key: eventWord(step) })}</span>
      {reason !== undefined && <span className="block text-soft">{t(reason)}</span>}
      {figures.length > 0 && (
        <span className="block text-soft tabular-nums">{figures.join(' · ')}</span>
      )}
    </li>
  )
}

/** Every recorded number of the decision. */
export function EveryNumber({ step }: { step: Step }) {
  const t = useT()
  const { nameOf, textOf } = useStepWords(step)
  const shown = Object.keys(step.numbers).filter((name) => nameOfNumber(name) !== undefined)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('liquidation.figures')}>
      <h3 className="mb-1.5 font-semibold">{t('liquidation.figures')}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {shown.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{nameOf(name)}</dt>
            <dd className="text-end tabular-nums">{textOf(name)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
