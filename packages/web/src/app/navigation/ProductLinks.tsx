// The products as links: each leads to the first market of its kind, and marks the current one.

import { marketTypesOf, type MarketType } from '@basis/domain/instrument/market'
import { tradedOf, useCatalogue, useCurrentListing, type Listing } from '../../stores/catalogue.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useTightness } from '../../platform/use-tightness.ts'
import { usePage, useTradePage } from '../../shell/location.ts'
import { firstPages, isTradePage, marketTypesAt, pageOf } from '../../shell/routes.ts'
import type { Page } from '../../shell/routes.ts'
import { classNames } from '../../ui/class-names.ts'
import { PageLink } from '../../shell/PageLink.tsx'

type Product = {
  /** The market types of the product; the link leads to the first listed instrument. */
  readonly marketTypes: readonly MarketType[]
  /** The link's path until the list has loaded. */
  readonly path: string
  readonly name: MessageKey
  /** For a narrow page. */
  readonly shortName: MessageKey
}

const products: readonly Product[] = [
  {
    marketTypes: ['UsdtPerpetual'],
    path: '/trade/usdt',
    name: 'shell.usdtPerpetual',
    shortName: 'book.tabUsdt',
  },
  {
    marketTypes: ['UsdcPerpetual'],
    path: '/trade/futures/usdc',
    name: 'shell.usdcPerpetual',
    shortName: 'book.tabUsdc',
  },
  {
    marketTypes: ['InversePerpetual'],
    path: '/trade/inverse',
    name: 'shell.inversePerpetual',
    shortName: 'book.tabInverse',
  },
  {
    marketTypes: ['UsdtFutures', 'UsdcFutures', 'InverseFutures'],
    path: '/trade/inverse/futures',
    name: 'shell.futures',
    shortName: 'book.tabFutures',
  },
  {
    marketTypes: ['Spot', 'SpotMargin'],
    path: '/trade/spot',
    name: 'shell.spot',
    shortName: 'book.tabSpot',
  },
  {
    marketTypes: ['Option', 'UsdtOption'],
    path: '/trade/option/usdc',
    name: 'shell.options',
    shortName: 'shell.options',
  },
]

export function ProductLinks() {
  const t = useT()
  // Some languages need more than 1440 pixels: first the gaps shrink, then the texts.
  const [room, tightness] = useTightness<HTMLElement>(2)
  const isShort = tightness === 2
  const here = useTradePage()
  const page = usePage()
  const { kind } = page
  const isOfMarkets = kind === 'markets' || kind === 'instrument'
  const listing = useCurrentListing()
  const order = useCatalogue((catalogue) => catalogue.order)
  // Until the list has loaded, the product is derived from the address.
  const traded = listing?.marketType ?? marketTypesAt(here)[0]
  const type = page.kind === 'history' ? marketTypesOf(page.family)[0] : traded
  return (
    <nav
      ref={room}
      aria-label={t('shell.mainNavigation')}
      className="flex min-w-0 flex-1 items-center"
      data-tight={tightness > 0}
    >
      <PageLink
        page={{ kind: 'markets' }}
        aria-current={kind === 'markets' ? 'page' : undefined}
        className={linkClass(isOfMarkets)}
      >
        {t('markets.title')}
      </PageLink>
      <PageLink
        page={{ kind: 'portfolio' }}
        aria-current={kind === 'portfolio' ? 'page' : undefined}
        className={classNames(linkClass(kind === 'portfolio'), 'max-lg:hidden')}
      >
        {t('portfolio.title')}
      </PageLink>
      <PageLink
        page={{ kind: 'copy' }}
        aria-current={kind === 'copy' ? 'page' : undefined}
        className={classNames(linkClass(kind === 'copy'), 'max-xl:hidden')}
      >
        {t('shell.copyTrading')}
      </PageLink>
      <PageLink
        page={{ kind: 'bots' }}
        aria-current={kind === 'bots' ? 'page' : undefined}
        className={classNames(linkClass(kind === 'bots'), 'max-xl:hidden')}
      >
        {t('shell.tradingBots')}
      </PageLink>
      <PageLink
        page={{ kind: 'spread', symbol: '' }}
        aria-current={kind === 'spread' ? 'page' : undefined}
        className={classNames(linkClass(kind === 'spread'), 'max-xl:hidden')}
      >
        {t('shell.spreads')}
      </PageLink>
      {products.map(({ name, shortName, ...product }) => {
        const isHistory = kind === 'history'
        const isHere =
          (isHistory || isTradePage(page)) &&
          type !== undefined &&
          product.marketTypes.includes(type)
        return (
          <PageLink
            key={name}
            page={firstPageOf(product, order)}
            // The link leads to the market, not to its history.
            aria-current={isHere ? (isHistory ? 'true' : 'page') : undefined}
            className={classNames(
              linkClass(isHere),
              // A tablet has no room for it: the buttons would overlap it.
              name === 'shell.options' ? 'max-lg:hidden' : '',
            )}
          >
            <span className={classNames('max-lg:hidden', isShort && 'hidden')}>
              {t({ key: name })}
            </span>
            <span className={classNames(!isShort && 'lg:hidden')}>{t({ key: shortName })}</span>
          </PageLink>
        )
      })}
    </nav>
  )
}

const linkClass = (isHere: boolean): string =>
  classNames(
    'flex h-8 items-center rounded px-2 text-sm font-medium whitespace-nowrap transition-colors duration-100 hover:text-ink xl:px-3 in-data-[tight=true]:px-1.5 in-data-[tight=true]:max-lg:px-1 in-data-[tight=true]:max-lg:text-xs',
    isHere ? 'text-ink' : 'text-soft',
  )

function firstPageOf(
  { marketTypes, path }: Pick<Product, 'marketTypes' | 'path'>,
  order: readonly Listing[],
): Page | undefined {
  const first = order.find(({ marketType }) => marketTypes.includes(marketType))
  return (first === undefined ? undefined : pageOf(tradedOf(first))) ?? firstPages[path]
}
