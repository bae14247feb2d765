// The dialog that explains why something happened to an order or a position; on a phone a sheet.

import type { ReactNode } from 'react'
import type { WireExplainedStep } from '@basis/protocol/explain/row'
import { nameOf } from '../../stores/catalogue.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useViewport } from '../../platform/viewport.ts'
import type { ExplainRequest } from '../../shell/dialogs.ts'
import { HelpLink } from '../../shell/HelpLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, Sheet } from '../../ui/Dialog.tsx'
import { EmptyState, Spinner } from '../../ui/Skeleton.tsx'
import { decidingStep, reasonOf, topicOf } from './explained-words.ts'
import { Compared, EveryNumber, Events, Formulas } from './ExplainedSteps.tsx'
import { useExplained } from './use-explained.ts'

type Props = { request: ExplainRequest; onClose: () => void }

export function ExplainDialog({ request, onClose }: Props) {
  const t = useT()
  const { steps, hasFailed, retry } = useExplained(request.call)
  return (
    <Frame onClose={onClose}>
      {steps !== undefined && <Explanation request={request} steps={steps} />}
      {steps === undefined && !hasFailed && <Spinner label={t('shell.loading')} />}
      {hasFailed && (
        <EmptyState
          title={t('explain.nothing')}
          action={<Button onClick={retry}>{t('shell.retry')}</Button>}
        />
      )}
    </Frame>
  )
}

function Frame({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useT()
  const isPhone = useViewport() === 'phone'
  if (isPhone) {
    return (
      <Sheet open onClose={onClose} title={t('explain.title')}>
        <div className="px-4 pb-4">{children}</div>
      </Sheet>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t('explain.title')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}

type ExplanationProps = { request: ExplainRequest; steps: readonly WireExplainedStep[] }

function Explanation({ request, steps }: ExplanationProps) {
  const t = useT()
  const format = useFormat()
  const step = decidingStep(steps)
  if (step === undefined) return null
  const reason = reasonOf(step)
  const topic = topicOf(request.call.row, step.rule)
  return (
    <div className="flex flex-col gap-4 text-xs">
      <div>
        <p className="text-muted">
          {step.symbol !== '' && `${nameOf(step.symbol)} · `}
          {format.dateTime(step.timeE3)} {format.zoneName(step.timeE3)}
        </p>
        {reason !== undefined && <p className="mt-1 text-sm">{t(reason)}</p>}
      </div>
      <Compared step={step} />
      <Formulas step={step} />
      <Events steps={steps} />
      <EveryNumber step={step} />
      {topic !== undefined && (
        <p>
          {t('explain.rule')} <HelpLink topic={topic} />
        </p>
      )}
    </div>
  )
}
