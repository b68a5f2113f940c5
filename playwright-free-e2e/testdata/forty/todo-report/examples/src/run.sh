#!/bin/sh
echo x # TODO(ann): quote
