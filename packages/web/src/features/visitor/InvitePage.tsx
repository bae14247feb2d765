// The page of an invite link: a new account with the bonus, its inviter noted at the venue.

import { useEffect, useState } from 'react'
import { catalogueEntry } from '@basis/protocol/errors'
import { inviteBonus } from '@basis/protocol/account'
import { failureMessage } from '../../client/error-reactions.ts'
import { keepInvite, startDemo, startInvited, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Message } from '../../i18n/message-keys.ts'
import { goTo } from '../../shell/location.ts'
import { DEFAULT_PAGE } from '../../shell/routes.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'

export function InvitePage() {
  const t = useT()
  // Read once: the address may lose its query while the account is opened.
  const [code] = useState(() => new URLSearchParams(globalThis.location.search).get('ref') ?? '')
  const { status } = useSession()
  useEffect(() => {
    if (code !== '') keepInvite(code)
  }, [code])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <EmptyState
        title={<h1 className="text-lg font-semibold text-ink">{t('invite.title')}</h1>}
        body={
          <span className="flex flex-col gap-2">
            <span>{t('invite.body', { amount: String(inviteBonus) })}</span>
            {code !== '' && (
              <strong className="text-ink">{t('account.inviteCode', { code })}</strong>
            )}
          </span>
        }
        action={status === 'trader' ? <AlreadyHere /> : <Welcome code={code} />}
      />
    </main>
  )
}

const toTrading = (): void => goTo(DEFAULT_PAGE)

function AlreadyHere() {
  const t = useT()
  return (
    <span className="flex flex-col items-center gap-3">
      <span className="text-sm text-soft">{t('invite.signedIn')}</span>
      <Button variant="primary" onClick={toTrading}>
        {t('invite.trade')}
      </Button>
    </span>
  )
}

function Welcome({ code }: { code: string }) {
  const t = useT()
  const { status, isBusy } = useSession()
  const [problem, setProblem] = useState<Message | 'unknown' | undefined>(
    code === '' ? 'unknown' : undefined,
  )
  const isUnknown = problem === 'unknown'
  const open = async (): Promise<void> => {
    const failure = await (isUnknown ? startDemo() : startInvited(code))
    if (failure === undefined) return toTrading()
    // What was asked without a code has been told.
    if (isUnknown) return
    const isNobodys = catalogueEntry(failure.code).name === 'inviteUnknown'
    setProblem(isNobodys ? 'unknown' : failureMessage(failure))
  }
  return (
    <span className="flex flex-col items-center gap-3">
      <span role="status" className="text-sm text-warn">
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
    </span>
  )
}
