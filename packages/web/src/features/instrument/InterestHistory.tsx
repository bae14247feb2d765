// The open interest of a contract over time, and the share of holders who were long, at a chosen
// interval.

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { qtyCoin, qtyDecimals } from '@basis/domain/instrument/instrument'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import { askShown } from '../../client/page-calls.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { limitOf, type InterestStep } from './interest-steps.ts'
import { Figure } from './Section.tsx'
import { SteppedSection } from './SteppedSection.tsx'
import { TimeChart } from '../../ui/time-chart/TimeChart.tsx'

const refreshMs = 30_000

export function InterestHistory({ listing: { symbol, instrument } }: { listing: Listing }) {
  const t = useT()
  const format = useFormat()
  const scale = qtyDecimals(instrument)
  const [step, setStep] = useState<InterestStep>('5')
  const { data, isError } = useQuery({
    queryKey: ['openInterest', symbol, step],
    queryFn: async () =>
      (await askShown('openInterest', { symbol, resolution: step, limit: limitOf(step) })).list,
    refetchInterval: refreshMs,
    retry: 1,
  })
  const points = (data ?? []).map(({ timeE3, openInterest }) => {
    return { timeMs: timeE3, value: Number(parseDecimal(openInterest, scale) ?? 0) }
  })
  const shares = (data ?? []).flatMap(({ timeE3, longRatio }) =>
    longRatio === '' ? [] : [{ timeMs: timeE3, value: Number(parseDecimal(longRatio, 6) ?? 0) }],
  )
  const share = (units: number): string => format.percent({ units, scale: 4 }, { signed: false })
  const [first, last] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 0]
  const written = (units: number): string =>
    `${format.quantity({ units, scale }, scale)} ${qtyCoin(instrument)}`
  const change = first === 0 ? undefined : Math.round((last / first - 1) * 1e6)
  return (
    <SteppedSection
      title={t('instrument.interest')}
      step={step}
      onStep={setStep}
      isEmpty={data && points.length === 0}
      isError={isError}
      nothing={t('instrument.noInterest')}
    >
      <dl className="grid grid-cols-2 gap-3">
        <Figure
          name={t('book.openInterest', { coin: qtyCoin(instrument) })}
          help="book.openInterestHelp"
        >
          {written(last)}
        </Figure>
        <Figure name={t('instrument.changeShown')}>
          {change === undefined ? '--' : format.percent({ units: change, scale: 4 })}
        </Figure>
      </dl>
      <TimeChart
        writeTime={format.dateTime}
        label={t('instrument.interest')}
        kind="line"
        points={points}
        write={written}
      />
      {shares.length > 0 && (
        <>
          <dl>
            <Figure name={t('instrument.longShare')} help="instrument.longShareHelp">
              {share(shares.at(-1)?.value ?? 0)}
            </Figure>
          </dl>
          <TimeChart
            writeTime={format.dateTime}
            label={t('instrument.longShare')}
            kind="line"
            points={shares}
            write={share}
          />
        </>
      )}
    </SteppedSection>
  )
}
