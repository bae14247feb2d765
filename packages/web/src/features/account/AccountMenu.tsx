// The account menu: sign-in for a visitor; for a trader the trader menu, which a visitor does not
// load.

import { Suspense } from 'react'
import { startDemo, useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { latePart } from '../../platform/load-part.ts'
import { openDialog } from '../../shell/dialogs.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const TraderMenu = latePart(async () => (await import('./TraderMenu.tsx')).TraderMenu)

export function AccountMenu() {
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
