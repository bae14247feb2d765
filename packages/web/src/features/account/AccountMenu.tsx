// The account menu: sign-in for a visitor; for a trader the trader menu, which a visitor does not
// load.

import { Suspense, useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { latePart } from '../../platform/load-part.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { focusIfLost } from '../../ui/popups/lost-focus.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { accountPlace } from './account-place.ts'

const TraderMenu = latePart(async () => (await import('./TraderMenu.tsx')).TraderMenu)

export function AccountMenu() {
  const place = useFocusAfterSignIn()
  return (
    <div ref={place} id={accountPlace} tabIndex={-1} className="flex rounded outline-none">
      <Shown />
    </div>
  )
}

/** The sign-in buttons are removed with the focus on them; the menu that follows loads later. */
function useFocusAfterSignIn(): RefObject<HTMLDivElement | null> {
  const status = useSession((session) => session.status)
  const before = useRef(status)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (before.current === 'visitor' && status === 'trader') focusIfLost(place.current)
    before.current = status
  }, [status])
  return place
}

function Shown() {
  const status = useSession((session) => session.status)
  const user = useSession((session) => session.user)
  if (status === 'unknown') return <Waiting />
  if (user === undefined) return <SignInButtons />
  return (
    <Suspense fallback={<Waiting />}>
      <TraderMenu user={user} />
    </Suspense>
  )
}

const Waiting = () => <Skeleton className="ml-2 h-8 w-24" />

function SignInButtons() {
  const t = useT()
  const isBusy = useSession((session) => session.isBusy)
  return (
    <span className="ml-2 flex gap-2">
      <Button
        variant="ghost"
        className="max-md:hidden"
        onClick={() => openDialog({ kind: 'signIn', view: 'signIn' })}
      >
        {t('account.signIn')}
      </Button>
      <Button variant="primary" pending={isBusy} onClick={() => void startDemo()}>
        {t('account.start')}
      </Button>
    </span>
  )
}
