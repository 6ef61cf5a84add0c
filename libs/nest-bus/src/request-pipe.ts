import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { assert } from '@bellwether/errors';
import { z } from 'zod';
import { BusRequest } from './bus-request';

/** Parses a request by the schema of its handler: `@Payload({ schema })`. */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, schema }: ArgumentMetadata): unknown {
    if (!(value instanceof BusRequest) || type === 'custom' || schema === undefined) return value;
    assert(schema instanceof z.ZodType, 'requests of the bus are read by schemas of zod');
    return value.read(schema);
  }
}
