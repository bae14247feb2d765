// Features a host switches on and off by name, as TradingView names them (spec 6: enabled and
// disabled feature lists). Names this chart does not know are legal and change nothing.

/** Features that are on unless disabled, each with the feature it stands under. */
const onByDefault: Readonly<Record<string, string | undefined>> = {
  header_widget: undefined,
  header_resolutions: 'header_widget',
  header_chart_type: 'header_widget',
  header_indicators: 'header_widget',
  header_screenshot: 'header_widget',
  header_fullscreen_button: 'header_widget',
  control_bar: undefined,
  timeframes_toolbar: undefined,
  timezone_menu: 'timeframes_toolbar',
  main_series_scale_menu: 'timeframes_toolbar',
  left_toolbar: undefined,
  legend_widget: undefined,
  edit_buttons_in_legend: 'legend_widget',
  countdown: undefined,
  items_favoriting: undefined,
  use_localstorage_for_settings: undefined,
  create_volume_indicator_by_default: undefined,
  chart_scroll: undefined,
  chart_zoom: undefined,
}

/** Features that are off unless enabled. */
const offByDefault: ReadonlySet<string> = new Set(['snapshot_trading_drawings'])

export type Features = { has(name: string): boolean }

/**
 * Returns which features are on. Disabling a parent disables its children, and a child cannot be
 * enabled again under a disabled parent; where a name stands in both lists, disabled wins.
 */
export function chosenFeatures(
  enabled: readonly string[] = [],
  disabled: readonly string[] = [],
): Features {
  const off = new Set(disabled)
  const on = new Set(enabled)
  const has = (name: string): boolean => {
    if (off.has(name)) return false
    if (offByDefault.has(name)) return on.has(name)
    if (!Object.hasOwn(onByDefault, name)) return on.has(name)
    const parent = onByDefault[name]
    return parent === undefined || has(parent)
  }
  return { has }
}
