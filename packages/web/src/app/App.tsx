// The whole terminal: what every page needs, and the page of the address.

import { Suspense, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { formatFor, numberMarksOf } from '../i18n/format.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { useSession } from '../client/session.ts'
import { sawPage, useIsPageSeen } from '../platform/first-sight.ts'
import { latePart, loadPart } from '../platform/load-part.ts'
import { useOpenDialogs } from '../shell/dialogs.ts'
import { useHasNotices } from '../shell/notices.ts'
import { usePage } from '../shell/location.ts'
import type { Page } from '../shell/routes.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import type { UiWords } from '../ui/UiProvider.tsx'
import { GlobalNav } from './GlobalNav.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageFoot } from './PageFoot.tsx'
import { Boundary, BrokenPage } from './PanelBoundary.tsx'
import { useIsPage } from './router.ts'
import { TradePage } from './TradePage.tsx'

const DialogHost = latePart(async () => (await import('./DialogHost.tsx')).DialogHost)
const HistoryPage = latePart(async () => (await import('./HistoryPage.tsx')).HistoryPage)
const LeftPage = latePart(async () => (await import('./LeftPage.tsx')).LeftPage)
const NoticeToasts = latePart(async () => (await import('./notices/NoticeToasts.tsx')).NoticeToasts)
const TradeNotices = latePart(
  async () => (await import('../features/notifications/TradeNotices.tsx')).TradeNotices,
)
const EventSounds = latePart(
  async () => (await import('../features/sounds/EventSounds.tsx')).EventSounds,
)
const VisitorGate = latePart(
  async () => (await import('../features/visitor/VisitorGate.tsx')).VisitorGate,
)

const InvitePage = latePart(
  async () => (await import('../features/visitor/InvitePage.tsx')).InvitePage,
)

const ApiDocsPage = latePart(
  async () => (await import('../features/api-docs/ApiDocsPage.tsx')).ApiDocsPage,
)
const HelpPage = latePart(async () => (await import('../features/help/HelpPage.tsx')).HelpPage)

const MarketsPage = latePart(
  async () => (await import('../features/markets/MarketsPage.tsx')).MarketsPage,
)

const InstrumentPage = latePart(
  async () => (await import('../features/instrument/InstrumentPage.tsx')).InstrumentPage,
)

const PortfolioPage = latePart(
  async () => (await import('../features/portfolio/PortfolioPage.tsx')).PortfolioPage,
)

const CopyTradingPage = latePart(
  async () => (await import('../features/copy-trading/CopyTradingPage.tsx')).CopyTradingPage,
)

const BotsPage = latePart(async () => (await import('../features/bots/BotsPage.tsx')).BotsPage)
const SpreadPage = latePart(
  async () => (await import('../features/spread/SpreadPage.tsx')).SpreadPage,
)

const OptionPage = latePart(
  async () => (await import('./panels/OptionTradePage.tsx')).OptionTradePage,
)

const WalletsPage = latePart(
  async () => (await import('../features/wallets/WalletsPage.tsx')).WalletsPage,
)
const FeesPage = latePart(async () => (await import('../features/fees/FeesPage.tsx')).FeesPage)

export function App() {
  return (
    <UiProvider words={useWords()} loadPart={loadPart}>
      <Boundary fallback={() => <BrokenPage />}>
        <CurrentPage />
        <Dialogs />
        <DeferredParts />
      </Boundary>
    </UiProvider>
  )
}

/** The dialogs' code is not needed before the first is requested. */
function Dialogs() {
  const isAsked = useOpenDialogs().length > 0
  const [wasAsked, setAsked] = useState(false)
  if (isAsked && !wasAsked) setAsked(true)
  return <Suspense>{wasAsked && <DialogHost />}</Suspense>
}

/** Components that render nothing at first: mounted after the first paint, or earlier if needed. */
function DeferredParts() {
  const isSeen = useIsPageSeen()
  const isTrader = useSession(({ user }) => user !== undefined)
  const hasWall = useSession(({ isBanned, isRefused }) => isBanned || isRefused)
  const hasNotices = useHasNotices()
  const [hadNotices, setHadNotices] = useState(false)
  if (hasNotices && !hadNotices) setHadNotices(true)
  return (
    <>
      <Suspense>{(isSeen || hadNotices) && <NoticeToasts />}</Suspense>
      <Suspense>{(isSeen || isTrader) && <TradeNotices />}</Suspense>
      <Suspense>{(isSeen || isTrader) && <EventSounds />}</Suspense>
      <Suspense>{hasWall && <VisitorGate />}</Suspense>
    </>
  )
}

// The gallery of UI components, in development only; the built page has no such address.
const Gallery = import.meta.env.DEV
  ? latePart(async () => (await import('./Gallery.tsx')).Gallery)
  : NotFoundPage
const isGallery = (): boolean => globalThis.location.pathname === '/trade/usdt/~kit'

/** Pages that are a single part below the navigation bar. */
const partsUnderNav = new Map<Page['kind'], ReactNode>([
  ['apiDocs', <ApiDocsPage key="apiDocs" />],
  ['help', <HelpPage key="help" />],
  ['markets', <MarketsPage key="markets" />],
  ['instrument', <InstrumentPage key="instrument" />],
  ['portfolio', <PortfolioPage key="portfolio" />],
  ['invite', <InvitePage key="invite" />],
  ['fees', <FeesPage key="fees" />],
  ['wallets', <WalletsPage key="wallets" />],
  ['copy', <CopyTradingPage key="copy" />],
  ['bots', <BotsPage key="bots" />],
  ['spread', <SpreadPage key="spread" />],
  ['option', <OptionPage key="option" />],
])

/** Of these, the pages with trading: they have the foot of a trade page. */
const tradedUnderNav: ReadonlySet<Page['kind']> = new Set(['option', 'spread'])

function CurrentPage() {
  const { kind } = usePage()
  if (!useIsPage()) return <Suspense>{isGallery() ? <Gallery /> : <NotFoundPage />}</Suspense>
  if (kind === 'history') {
    return (
      <Suspense>
        <HistoryPage />
      </Suspense>
    )
  }
  const part = partsUnderNav.get(kind)
  if (part !== undefined) return <UnderNav isTraded={tradedUnderNav.has(kind)}>{part}</UnderNav>
  // One element for all trade pages: the panels are kept when the symbol changes.
  return <Suspense>{kind === 'left' ? <LeftPage /> : <TradePage />}</Suspense>
}

/** A page below the navigation bar, which is shown before the page's own part has loaded. */
function UnderNav({ children, isTraded }: { children: ReactNode; isTraded: boolean }) {
  return (
    <div className="flex h-dvh flex-col">
      <GlobalNav />
      <Suspense fallback={<Skeleton className="m-4 h-64" />}>
        {children}
        <Seen />
      </Suspense>
      {isTraded && <PageFoot />}
    </div>
  )
}

/** Reports that the part beside it has loaded: a page without a chart then counts as painted. */
function Seen() {
  useEffect(sawPage, [])
  return null
}

function useWords(): UiWords {
  const t = useT()
  const language = useLanguage()
  return useMemo(
    () => ({
      close: t('shell.close'),
      cancel: t('shell.cancel'),
      confirm: t('shell.confirm'),
      copy: t('shell.copy'),
      copied: t('shell.copied'),
      increase: t('shell.increase'),
      decrease: t('shell.decrease'),
      clear: t('shell.clear'),
      marks: numberMarksOf(language),
      writeDecimal: (plain) => {
        const scale = plain.split('.')[1]?.length ?? 0
        return formatFor(language, 'utc').decimal(plain, { scale })
      },
    }),
    [t, language],
  )
}
