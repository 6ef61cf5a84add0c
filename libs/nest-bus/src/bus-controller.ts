import { Controller, UseFilters, UseInterceptors, UsePipes, applyDecorators } from '@nestjs/common';
import { AnswerInterceptor } from './answer-interceptor';
import { FailureFilter } from './failure-filter';
import { RequestPipe } from './request-pipe';

/**
 * A controller of what comes over the bus. A request is read by the schema of its parameter, `@Payload({ schema })`; it is
 * logged and traced, and whatever is thrown becomes its answer.
 */
export const BusController = (): ClassDecorator =>
  applyDecorators(
    Controller(),
    UseFilters(FailureFilter),
    UseInterceptors(AnswerInterceptor),
    UsePipes(RequestPipe),
  );
