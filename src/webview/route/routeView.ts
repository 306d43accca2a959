import type { TransactionContent } from '../messages/transaction.ts';
import { type GainBreakdown, gainBreakdown } from './gainBreakdown.ts';
import { type AmountFormat, routeLabels } from './routeLabels.ts';
import { layoutRoute } from './routeLayout.ts';
import { buildRoute, type Route } from './routeModel.ts';

/** What the map, the steps, the table and the check show. */
export interface RouteView {
  readonly content: TransactionContent;
  readonly amountFormat: AmountFormat;
  readonly route: Route;
  readonly breakdown: GainBreakdown;
}

export function routeViewOf(content: TransactionContent, amountFormat: AmountFormat): RouteView {
  const route = buildRoute(content);
  return { content, amountFormat, route, breakdown: gainBreakdown(content, route) };
}

/** Labels and layout of the map in a width, pixels. */
export function layoutIn({ content, route, amountFormat }: RouteView, room: number) {
  const labels = routeLabels(route, amountFormat, content.isSuccess);
  return { labels, layout: layoutRoute(route, labels, room) };
}
