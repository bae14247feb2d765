// From the address to the page: every route of spec 2, and the moves that choosing a symbol asks
// for.

import {
  Outlet,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { arriveAt, startLocation } from '../shell/location.ts'
import { firstPages, languageAt, pageAt, pathOf } from '../shell/routes.ts'
import type { TradePage as TradeAddress } from '../shell/routes.ts'
import { HistoryPage } from './HistoryPage.tsx'
import { LeftPage } from './LeftPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { TradePage } from './TradePage.tsx'

/** Checks an address before its page is shown; what is no page of ours is not found. */
function arrive({ location }: { location: { pathname: string; searchStr: string } }): void {
  const { pathname, searchStr } = location
  const page = pageAt(pathname)
  // oxlint-disable-next-line typescript/only-throw-error -- The router takes this as its answer.
  if (page === undefined) throw notFound()
  const language = languageAt(pathname)
  const own = `${language === undefined ? '' : `/${language}`}${pathOf(page)}`
  // One page has one address, however it was written: BTCPERP is BTC-PERP, btcusdt BTCUSDT.
  // oxlint-disable-next-line typescript/only-throw-error -- The router takes this as its answer.
  if (own !== pathname) throw redirect({ href: `${own}${searchStr}`, replace: true })
  arriveAt(page, language)
}

/** Leads on to a page; a language before the path stays. */
const leadTo =
  (page: TradeAddress) =>
  ({ location }: { location: { pathname: string } }): void => {
    const language = languageAt(location.pathname)
    const href = `${language === undefined ? '' : `/${language}`}${pathOf(page)}`
    // oxlint-disable-next-line typescript/only-throw-error -- The router takes this as its answer.
    throw redirect({ href, replace: true })
  }

/** Every trade page may stand behind a language, e.g. `/pt-BR/trade/spot/BTC/USDT` (spec 2). */
const prefixes = ['', '/$language'] as const

const tradePaths = [
  'usdt/$symbol',
  'futures/usdc/$symbol',
  'inverse/$symbol',
  'inverse/futures/$contract',
  'option/usdc/$coin',
  'option/usdt/$coin',
  'spot/$base/$quote',
] as const

/** Returns the router of the page's own address bar, bound to shell/location.ts. */
export function createAppRouter(): AnyRouter {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })
  // One parent for all trade pages: the panels stay where they are when the symbol changes.
  const trade = createRoute({ getParentRoute: () => root, id: 'trade-pages', component: TradePage })
  const trades = prefixes.flatMap((prefix) =>
    tradePaths.map((path) =>
      createRoute({
        getParentRoute: () => trade,
        path: `${prefix}/trade/${path}`,
        beforeLoad: arrive,
      }),
    ),
  )
  const history = createRoute({
    getParentRoute: () => root,
    path: '/user/assets/order/derivatives/$segment/trade-history',
    component: HistoryPage,
    beforeLoad: arrive,
  })
  const left = createRoute({
    getParentRoute: () => root,
    path: '/left',
    component: LeftPage,
    beforeLoad: arrive,
  })
  const firsts = prefixes.flatMap((prefix) =>
    Object.entries(firstPages).map(([path, page]) =>
      createRoute({
        getParentRoute: () => root,
        path: path === '/' ? `${prefix}/` : `${prefix}${path}`,
        beforeLoad: leadTo(page),
      }),
    ),
  )
  const router = createRouter({
    routeTree: root.addChildren([
      trade.addChildren(trades),
      history,
      left,
      ...firsts,
      ...(import.meta.env.DEV ? [galleryRoute(root)] : []),
    ]),
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: false,
  })
  startLocation({
    push: (path) => router.history.push(path),
    replace: (path) => router.history.replace(path),
  })
  return router
}

// The furniture in all its states, while working; the built page has no such address.
function galleryRoute(root: AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path: '/trade/usdt/~kit',
    component: lazyRouteComponent(() => import('./Gallery.tsx'), 'Gallery'),
  })
}
