// Why a position was liquidated or auto-deleveraged: what happened, and the deciding figures.

import type { WireLiquidation } from '@basis/protocol/position'
import { instrumentOf } from '../../stores/catalogue.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import type { DialogRequest } from '../../shell/dialogs.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { showPanel } from '../../shell/panel-requests.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState, Spinner } from '../../ui/Skeleton.tsx'
import { Compared, Events, Formulas } from '../explain/ExplainedSteps.tsx'
import { decidingStep, topicOf } from '../explain/explained-words.ts'
import { useExplained } from '../explain/use-explained.ts'
import { liquidationDetails } from './liquidation-details.ts'
import { useLiquidationSteps } from './use-liquidation-steps.ts'

type Props = { request: Extract<DialogRequest, { kind: 'liquidation' }>; onClose: () => void }

export function LiquidationDialog({ request, onClose }: Props) {
  const t = useT()
  const { steps, hasFailed, retry } = useLiquidationSteps(request)
  const isAdl = steps?.every(({ step }) => step !== 'started') === true
  const showClosed = (): void => {
    onClose()
    showPanel('closedPnl')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t(isAdl ? 'liquidation.titleAdl' : 'liquidation.title')}
      footer={
        <>
          <Button onClick={showClosed}>{t('shell.panelClosedPnl')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('shell.close')}
          </Button>
        </>
      }
    >
      {steps !== undefined && <Details steps={steps} request={request} />}
      {steps === undefined && !hasFailed && <Spinner label={t('shell.loading')} />}
      {hasFailed && (
        <EmptyState
          title={t('liquidation.failed')}
          action={<Button onClick={retry}>{t('shell.retry')}</Button>}
        />
      )}
    </Dialog>
  )
}

type DetailsProps = { steps: readonly WireLiquidation[]; request: Props['request'] }

function Details({ steps, request }: DetailsProps) {
  const { timeMs } = request
  const t = useT()
  const format = useFormat()
  const { why, done, figures } = liquidationDetails(steps, instrumentOf, format)
  return (
    <div className="flex flex-col gap-3 text-xs">
      <p className="text-muted">
        {format.dateTime(timeMs)} {format.zoneName(timeMs)}
      </p>
      {why.map((reason, place) => (
        <p key={place} className="text-sm">
          {t(reason)}
        </p>
      ))}
      <ol className="flex list-decimal flex-col gap-1.5 ps-5">
        {done.map((line, place) => (
          <li key={place}>{t(line)}</li>
        ))}
      </ol>
      <Worked request={request} />
      {figures.length > 0 && (
        <section aria-label={t('liquidation.figures')}>
          <h3 className="mb-1.5 font-semibold">{t('liquidation.figures')}</h3>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            {figures.map(({ name, text }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{t({ key: name })}</dt>
                <dd className="text-right tabular-nums">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

/** The compared prices, the formula, every step of the computation, and a link to the rule. */
function Worked({ request: { symbol, timeMs } }: Pick<DetailsProps, 'request'>) {
  const t = useT()
  const named = symbol === '' ? {} : { symbol }
  const { steps = [] } = useExplained({ row: 'liquidation', timeE3: timeMs, ...named })
  const step = steps.find(({ formulas }) => formulas.length > 0) ?? decidingStep(steps)
  if (step === undefined) return null
  const topic = topicOf('liquidation', step.rule)
  return (
    <>
      <Compared step={step} />
      <Formulas step={step} />
      <Events steps={steps} />
      {topic !== undefined && (
        <p>
          {t('explain.rule')} <HelpLink topic={topic} />
        </p>
      )}
    </>
  )
}
