import { Frame } from '../frame.ts';
import {
  isPercentileContent,
  type PercentileContent,
  type PercentileRequest,
} from '../messages/percentiles.ts';
import type { ToPage } from '../messages.ts';
import { Page } from '../page.ts';
import { PercentilesPage } from './percentilesPage.ts';

/** The page of the percentile charts. */
const place = document.querySelector('#page') ?? document.body;
const page: Page<PercentileContent, PercentileRequest> = new Page<
  PercentileContent,
  PercentileRequest
>({ isContent: isPercentileContent, receive });
const frame = new Frame(place, (message) => page.send(message));
const percentiles = new PercentilesPage(page);

function receive(message: ToPage<PercentileContent>): void {
  switch (message.type) {
    case 'content':
      if (!frame.content.contains(percentiles.element)) frame.content.append(percentiles.element);
      percentiles.show(message.content);
      return;
    case 'status':
      frame.status(message);
      return;
    case 'notice':
      frame.notice(message.words);
      return;
    case 'state':
      return;
  }
}

page.ready();
