// The page of an invite link: the inviter, an introduction to Basis, the bonus, and the opening of
// an account whose inviter the exchange records.

import { useEffect, useState, type ReactNode } from 'react'
import { Bot, CandlestickChart, Layers, Target, UserRound } from 'lucide-react'
import { catalogueEntry } from '@basis/protocol/errors'
import { avatarHue } from '@basis/protocol/icons/icons'
import { demoFunds, inviteBonus } from '@basis/protocol/account'
import { failureMessage } from '../../client/error-reactions.ts'
import { keepInvite, startDemo, startInvited, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Message, MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { PageLink } from '../../shell/PageLink.tsx'
import { goTo } from '../../shell/location.ts'
import { DEFAULT_PAGE } from '../../shell/routes.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'

export function InvitePage() {
  const t = useT()
  // Read once, because the URL may lose its query while the account is opened.
  const [code] = useState(() => new URLSearchParams(globalThis.location.search).get('ref') ?? '')
  useEffect(() => {
    if (code !== '') keepInvite(code)
  }, [code])
  const [problem, setProblem] = useState<InviteProblem>(code === '' ? 'unknown' : undefined)
  const bonus = problem === 'unknown' ? 0 : inviteBonus
  return (
    <main className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto grid max-w-5xl gap-x-12 gap-y-8 px-4 py-6 md:grid-cols-2 md:py-14">
        <div className="flex flex-col gap-4">
          {code !== '' && <Inviter code={code} />}
          <h1 className="text-xl font-semibold text-balance">{t('invite.title')}</h1>
          <p className="text-sm text-soft">{t('invite.body')}</p>
          <Offer code={code} bonus={bonus} problem={problem} onProblem={setProblem} />
        </div>
        <div className="flex flex-col gap-8">
          <Steps funds={demoFunds + bonus} />
          <Abilities />
        </div>
      </div>
    </main>
  )
}

/** Why no account was opened; `unknown`: no account has this code. */
type InviteProblem = Message | 'unknown' | undefined

/** The inviter, shown by code only, with the avatar colour of the inviter's posters. */
function Inviter({ code }: { code: string }) {
  const t = useT()
  return (
    <div className="flex items-center gap-3">
      <span
        className="grid size-10 shrink-0 place-items-center rounded-full text-white"
        style={{ backgroundColor: `hsl(${avatarHue(code)} 55% 38%)` }}
        aria-hidden
      >
        <UserRound className="size-5" />
      </span>
      <p className="flex min-w-0 flex-col text-sm">
        <span>{t('invite.from')}</span>
        <span className="break-all text-xs text-muted">{t('account.inviteCode', { code })}</span>
      </p>
    </div>
  )
}

function Offer({ bonus, ...welcome }: WelcomeProps & { bonus: number }) {
  const t = useT()
  const { status } = useSession()
  return (
    <section
      aria-label={t('invite.total')}
      className="flex flex-col gap-4 rounded border border-line bg-panel p-4"
    >
      <dl className="flex flex-col gap-2 text-sm">
        <Sum label={t('invite.funds')} amount={demoFunds} />
        {bonus > 0 && <Sum label={t('invite.bonus')} amount={bonus} isGain />}
        <Sum label={t('invite.total')} amount={demoFunds + bonus} isTotal />
      </dl>
      {status === 'trader' ? <AlreadyHere /> : <Welcome {...welcome} />}
      <p className="text-xs text-muted">{t('invite.demo')}</p>
    </section>
  )
}

type SumProps = { label: string; amount: number; isGain?: boolean; isTotal?: boolean }

function Sum({ label, amount, isGain = false, isTotal = false }: SumProps) {
  const format = useFormat()
  const written = format.decimal({ units: amount, scale: 0 }, { scale: 0 })
  return (
    <div
      className={classNames(
        'flex flex-wrap justify-between gap-x-3',
        isTotal && 'border-t border-line pt-2 text-md font-semibold',
      )}
    >
      <dt>{label}</dt>
      <dd className={isGain ? 'text-up' : undefined}>
        {isGain && '+'}
        {written} USDT
      </dd>
    </div>
  )
}

const toTrading = (): void => goTo(DEFAULT_PAGE)

function AlreadyHere() {
  const t = useT()
  return (
    <>
      <p className="text-sm text-soft">{t('invite.signedIn')}</p>
      <Button variant="primary" size="lg" onClick={toTrading}>
        {t('invite.trade')}
      </Button>
    </>
  )
}

type WelcomeProps = {
  code: string
  problem: InviteProblem
  onProblem: (problem: InviteProblem) => void
}

function Welcome({ code, problem, onProblem }: WelcomeProps) {
  const t = useT()
  const { status, isBusy } = useSession()
  const isUnknown = problem === 'unknown'
  const open = async (): Promise<void> => {
    const failure = await (isUnknown ? startDemo() : startInvited(code))
    if (failure === undefined) return toTrading()
    // Without a code a failure has been reported already.
    if (isUnknown) return
    const isNobodys = catalogueEntry(failure.code).name === 'inviteUnknown'
    onProblem(isNobodys ? 'unknown' : failureMessage(failure))
  }
  return (
    <>
      <span role="status" className="text-sm text-warn empty:hidden">
        {problem !== undefined && (isUnknown ? t('invite.unknown') : t(problem as Message))}
      </span>
      <Button
        variant="primary"
        size="lg"
        pending={isBusy}
        disabled={status === 'unknown'}
        onClick={() => void open()}
      >
        {t(isUnknown ? 'invite.without' : 'invite.open')}
      </Button>
      <PageLink
        page={DEFAULT_PAGE}
        className="self-center text-sm text-soft underline underline-offset-2 hover:text-ink"
      >
        {t('invite.look')}
      </PageLink>
    </>
  )
}

function Steps({ funds }: { funds: number }) {
  const t = useT()
  const format = useFormat()
  const amount = format.decimal({ units: funds, scale: 0 }, { scale: 0 })
  return (
    <Part title={t('invite.next')}>
      <ol className="flex flex-col gap-3">
        {[t('invite.opened'), t('invite.funded', { amount }), t('invite.traded')].map(
          (text, at) => (
            <li key={text} className="flex gap-3 text-sm text-soft">
              <span
                className="grid size-6 shrink-0 place-items-center rounded-full bg-field text-xs font-semibold text-ink"
                aria-hidden
              >
                {at + 1}
              </span>
              <span>{text}</span>
            </li>
          ),
        )}
      </ol>
    </Part>
  )
}

const abilities: readonly (readonly [icon: ReactNode, key: MessageKey])[] = [
  [<Layers key="markets" />, 'invite.markets'],
  [<Target key="orders" />, 'invite.orders'],
  [<CandlestickChart key="chart" />, 'invite.chart'],
  [<Bot key="more" />, 'invite.more'],
]

function Abilities() {
  const t = useT()
  return (
    <Part title={t('invite.what')}>
      <ul className="flex flex-col gap-3">
        {abilities.map(([icon, key]) => (
          <li key={key} className="flex gap-3 text-sm text-soft">
            <span className="shrink-0 text-accent [&_svg]:size-5" aria-hidden>
              {icon}
            </span>
            <span>{t({ key })}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
