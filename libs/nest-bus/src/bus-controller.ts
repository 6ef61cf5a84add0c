import { Controller, UseFilters, UseInterceptors, UsePipes, applyDecorators } from '@nestjs/common';
import { AnswerInterceptor } from './answer-interceptor';
import { FailureFilter } from './failure-filter';
import { RequestPipe } from './request-pipe';

/**
 * A controller of requests over the bus. The schema of its parameter reads a request (`@Payload({ schema })`); it is
 * logged and traced, and errors become its answer.
 */
export const BusController = (): ClassDecorator =>
  applyDecorators(
    Controller(),
    UseFilters(FailureFilter),
    UseInterceptors(AnswerInterceptor),
    UsePipes(RequestPipe),
  );
